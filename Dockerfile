FROM node:24.21.0-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

# The package that the service offers at /sdk.tgz. Packing needs development packages, which the last stage does not have.
FROM node:24.21.0-slim AS sdk
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY sdk ./sdk
COPY src/rules ./src/rules
# Its version and changelog say what has changed since the last release.
COPY .changeset ./.changeset
RUN npm ci --ignore-scripts
COPY scripts/pack-sdk.ts scripts/sdk-build.ts ./scripts/
RUN node scripts/pack-sdk.ts > sdk.tgz

FROM node:24.21.0-slim
# Inside a container 127.0.0.1 would be reached by nobody else.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/var/lib/courtbridge
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
# The guides for partners are shown at /docs.
COPY docs/partners ./docs/partners
COPY --from=sdk /app/sdk.tgz ./
COPY --from=sdk /app/sdk/README.md ./sdk/README.md
# With DATABASE_URL=embedded the data is here: mount a volume.
RUN install -d -m 700 -o node -g node /var/lib/courtbridge && install -d -o node -g node node_modules/.cache
USER node
# Containers load the compiled modules. They only fit the user that compiled them.
RUN node src/bin/start.cjs compile
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm, nor a shell: SIGTERM must arrive at the process that drains.
CMD ["node", "src/bin/start.cjs", "main"]
