# svc test-auth as an image: docker run --rm --network host -v "$PWD:/work" svc-test-auth --url http://localhost:8000 --fixtures auth.yaml
FROM node:24-slim AS build
COPY . /svc
RUN cd /svc && npm ci --ignore-scripts && npm run build:tool
FROM node:24-slim
COPY --from=build /svc/dist/svc-test-auth.mjs /svc/dist/svc-test-auth.mjs.LICENCES.txt /opt/
RUN mkdir /work && chown node /work
USER node
WORKDIR /work
ENTRYPOINT ["node", "/opt/svc-test-auth.mjs"]
