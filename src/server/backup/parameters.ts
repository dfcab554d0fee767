// What the commands take, for their help in a checkout (scripts/commands.ts) and in a package.

export const backupCommand = {
  call: "npm run backup",
  about: "backs up the installation into a directory while it runs",
  words: "DIRECTORY",
  more: `Writes one consistent snapshot of all rows, the uploaded files and the secret to a new folder in DIRECTORY, and verifies it by reading
everything back.`,
  parameters: {
    keep: { type: "string", value: "N", least: 1, about: "keeps the N latest backups in DIRECTORY and removes older ones" },
    "without-secret": { type: "boolean", about: "leaves out the secret; a restore then needs it as TRACEMARK_SECRET" },
  },
} as const;

export const restoreCommand = {
  call: "npm run restore",
  about: "restores a backup into an empty installation",
  words: "FOLDER",
  more: "The database and the directory of uploaded files must be empty. The restore succeeds as a whole or changes nothing.",
  parameters: { check: { type: "boolean", about: "only verifies the backup; needs no database" } },
} as const;
