// What the commands take, for their help in a checkout (scripts/commands.ts) and in a package.

export const backupCommand = {
  call: "npm run backup",
  about: "backs up the installation into a directory, also while it runs",
  words: "DIRECTORY",
  more: `All rows of one moment, the uploaded files and the secret become a folder of its own in DIRECTORY. Everything is read back before it is
done.`,
  parameters: {
    keep: { type: "string", value: "N", least: 1, about: "removes the oldest backups in DIRECTORY afterwards, so that N are left" },
    "without-secret": { type: "boolean", about: "leaves the secret out; a restore then needs it as TRACEMARK_SECRET" },
  },
} as const;

export const restoreCommand = {
  call: "npm run restore",
  about: "restores a backup into an empty installation",
  words: "FOLDER",
  more: "The database has to be empty, and so has the directory of uploaded files. Everything comes, or nothing does.",
  parameters: { check: { type: "boolean", about: "only looks whether the backup is whole; needs no database" } },
} as const;
