// `node fastify_server.mjs PORT DESCRIPTION`: Fastify as documented, with Ajv over the same schemas and no-op handlers.
//
// The key is that of FACETRY_API_SECRET. It is hashed and looked up in each request, as by all rivals.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Fastify from 'fastify';

const [port, description] = process.argv.slice(2);
const hash = (secret) => createHash('sha256').update(secret).digest('hex');
const scopes = new Map([
  [hash(process.env.FACETRY_API_SECRET), new Set(['image:read', 'image:tag:write', 'image:embedding:write'])],
]);
const tags = Array.from({ length: 20 }, (_, number) => `tag-${String(number).padStart(3, '0')}`);
const ids = Array.from({ length: 50 }, (_, number) => {
  const digits = number.toString(16).padStart(12, '0');
  return `00000000-0000-4000-8000-${digits}`;
});

const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats(ajv);
ajv.addSchema(JSON.parse(readFileSync(description, 'utf8')), 'urn:facetry:description');
const schema = (name) => ({ $ref: `urn:facetry:description#/components/schemas/${name}` });
const target = {
  params: { type: 'object', required: ['id'], properties: { id: schema('Uuid') } },
  querystring: { type: 'object', required: ['extensionId'], properties: { extensionId: schema('ExtensionId') } },
};

const app = Fastify({ bodyLimit: 4 * 1024 * 1024 });
app.setValidatorCompiler(({ schema: part }) => ajv.compile(part));

const authorise = (scope) => async (request, reply) => {
  const [scheme, secret] = (request.headers.authorization ?? '').split(' ');
  const granted = scheme === 'Bearer' ? scopes.get(hash(secret ?? '')) : undefined;
  if (granted === undefined) return reply.code(401).send();
  if (!granted.has(scope)) return reply.code(403).send();
};
const texts = { type: 'array', items: { type: 'string' } };
const page = { type: 'object', properties: { items: texts, totalCount: { type: 'integer' } } };

const write = (path, scope, body) =>
  app.put(path, { schema: { ...target, body: schema(body) }, onRequest: authorise(scope) }, async (_, reply) =>
    reply.code(204).send(),
  );
write('/image/:id/setTags', 'image:tag:write', 'TagSet');
write('/image/:id/setEmbeddings', 'image:embedding:write', 'EmbeddingSet');
app.get(
  '/image/:id/getTags',
  { schema: { ...target, response: { 200: texts } }, onRequest: authorise('image:read') },
  async () => tags,
);
app.post(
  '/image/search/ids',
  { schema: { body: schema('SearchParameters'), response: { 200: page } }, onRequest: authorise('image:read') },
  async () => ({ items: ids, totalCount: 500_000 }),
);

await app.listen({ host: '127.0.0.1', port: Number(port) });
