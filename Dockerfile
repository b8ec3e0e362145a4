# The service and its console, compiled, with what they need to run and nothing else. Remotes are not in it: teams publish them to it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts
RUN npx tsc -b services/api && npm run build -- console

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contracts/package.json packages/contracts/
COPY packages/service-kit/package.json packages/service-kit/
COPY packages/release-kit/package.json packages/release-kit/
COPY services/releases/package.json services/releases/
COPY services/api/package.json services/api/
RUN npm ci --omit=dev --ignore-scripts -w services/api -w services/releases -w packages/contracts -w packages/service-kit -w packages/release-kit

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OPERATOR_PORT=3001 DATA_DIR=/data
# Keeps the service below 400 MB under a flood of requests; see `npm run bench -- abuse`.
ENV NODE_OPTIONS=--max-old-space-size=256 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=packages /app ./
COPY --from=build /app/packages/contracts/dist packages/contracts/dist
COPY --from=build /app/packages/service-kit/dist packages/service-kit/dist
COPY --from=build /app/packages/release-kit/dist packages/release-kit/dist
COPY --from=build /app/services/releases/dist services/releases/dist
COPY --from=build /app/services/api/dist services/api/dist
COPY --from=build /app/services/console/dist services/console/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000 3001
# The service ends within 28 s of this signal. Docker waits for 10 s by default, so allow 30 s, as compose.yaml does.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVE === 'operators' ? process.env.OPERATOR_PORT : process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "services/api/dist/main.js"]
