#!/usr/bin/env bash
# Guess: a client that openapi-generator writes for TypeScript sends a body of distinct texts as the array that the
# description asks for; its type is called Set, so its author has thought of sets.
# Found: the body is typed `Set<string>`, compiles under `strict`, and is sent as `{}`: it goes through JSON.stringify as it
# is. All values are lost without an error; only the server notices. An answer with the same schema is typed as a set too,
# and is an array when it comes: `has` of it is no function.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
java -version >/dev/null 2>&1 || { echo "this needs Java 11 or newer on the PATH" >&2; exit 2; }
python3 -m venv environment
environment/bin/pip install --quiet openapi-generator-cli==7.26.0
npm install --silent --no-audit --no-fund typescript@5.9.3
cat > description.json <<'DESCRIPTION'
{
  "openapi": "3.1.0",
  "info": {"title": "Labels", "version": "1"},
  "paths": {
    "/labels": {
      "put": {
        "operationId": "setLabels",
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Labels"}}}},
        "responses": {
          "200": {"description": "as set", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Labels"}}}}
        }
      }
    }
  },
  "components": {"schemas": {"Labels": {"type": "array", "uniqueItems": true, "items": {"type": "string"}}}}
}
DESCRIPTION
environment/bin/openapi-generator-cli generate -i description.json -g typescript-fetch -o client >generator.log 2>&1
cat > call.ts <<'PROGRAM'
import { Configuration, DefaultApi } from './client';

let sent = '';
const api = new DefaultApi(
  new Configuration({
    basePath: 'http://localhost',
    fetchApi: async (_address, options) => {
      sent = String(options?.body);
      return new Response('["red","green"]', { headers: { 'Content-Type': 'application/json' } });
    },
  }),
);
api.setLabels({ requestBody: new Set(['red', 'green']) }).then((answer: Set<string>) => {
  const received = answer instanceof Set ? 'a set' : Array.isArray(answer) ? 'an array' : typeof answer;
  console.log(`a set of two labels is sent as ${sent}`);
  console.log(`an answer of the type Set<string> is ${received}`);
  (globalThis as any).process.exit(sent === '{}' && received === 'an array' ? 0 : 1);
});
PROGRAM
cat > tsconfig.json <<'OPTIONS'
{"compilerOptions": {"strict": true, "target": "es2022", "module": "node16",
  "lib": ["es2022", "dom", "dom.iterable"], "types": [], "outDir": "out"}, "include": ["call.ts", "client/**/*.ts"]}
OPTIONS
npx tsc
echo "openapi-generator $(environment/bin/openapi-generator-cli version 2>/dev/null), TypeScript $(npx tsc --version)"
node out/call.js
