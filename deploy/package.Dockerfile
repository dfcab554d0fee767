# An image of an unpacked package (npm run package), built where it lies: docker build -f deploy/package.Dockerfile -t tracemark .
# The package must have been made on Linux with the processor of the image. PostgreSQL's binaries need the GNU C library: no Alpine.
FROM node:22-bookworm-slim
COPY --chown=root:root . /opt/tracemark
# Everything that changes is here: the bundled PostgreSQL (unless DATABASE_URL is set), uploaded files.
RUN install -d -o node -g node -m 700 /var/lib/tracemark
VOLUME /var/lib/tracemark
WORKDIR /opt/tracemark
# TRACEMARK_SECRET, ADMIN_PASSWORD and CLIENT_SECRET are given when it is run; the log goes to the standard output.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/var/lib/tracemark
EXPOSE 8000
USER node
STOPSIGNAL SIGTERM
# A first start makes all tables.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
