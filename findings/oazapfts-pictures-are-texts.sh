#!/usr/bin/env bash
# Guess: a client whose function returns a `Blob`, by its type, gives the bytes of the picture that the service sends.
# Found: oazapfts chooses how to read an answer by all answers of the operation together. Where one of them is a problem
# document, the picture is read as text: what has the type Blob is a string at run time, and each byte above 127 that is no
# UTF-8 has become U+FFFD, so the picture cannot be saved. Without the described problem it is a Blob with every byte.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund oazapfts@7.5.0 @oazapfts/runtime@1.2.0 typescript@5.9.3
cat > description.mjs <<'PROGRAM'
import { writeFileSync } from 'node:fs';

const picture = { description: 'the picture', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } };
const problem = { description: 'why not', content: { 'application/problem+json': { schema: { type: 'object' } } } };
const description = {
  openapi: '3.1.0',
  info: { title: 'Pictures', version: '1' },
  paths: {
    '/alone': { get: { operationId: 'alone', responses: { 200: picture } } },
    '/withProblem': { get: { operationId: 'withProblem', responses: { 200: picture, 404: problem } } },
  },
};
writeFileSync('description.json', JSON.stringify(description));
PROGRAM
node description.mjs
npx oazapfts description.json client.ts
cat > call.ts <<'PROGRAM'
// @ts-expect-error: the types of Node are not installed
import { createServer } from 'node:http';
import { alone, defaults, withProblem } from './client.js';

const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
const server = createServer((_request: unknown, response: any) => {
  response.setHeader('Content-Type', 'image/png');
  response.end(bytes);
});
server.listen(0, '127.0.0.1', async () => {
  defaults.baseUrl = `http://127.0.0.1:${server.address().port}`;
  const found: Record<string, string> = {};
  for (const [name, read] of Object.entries({ alone, withProblem })) {
    const answer: any = await read();
    const data = 'data' in answer ? answer.data : answer;
    const isBlob = data instanceof Blob;
    const size = isBlob ? data.size : data.length;
    found[name] = `${isBlob ? 'a Blob' : `a ${typeof data}`} of ${size}, beginning ${isBlob ? 'as sent' : JSON.stringify(data.slice(0, 2))}`;
    console.log(`${name}: ${found[name]}`);
  }
  server.close();
  (globalThis as any).process.exit(found.alone.startsWith('a Blob of 8') && found.withProblem.startsWith('a string') ? 0 : 1);
});
PROGRAM
npm pkg set type=module
cat > tsconfig.json <<'OPTIONS'
{"compilerOptions": {"strict": true, "target": "es2022", "module": "node16", "lib": ["es2022", "dom"], "types": [],
  "skipLibCheck": true, "outDir": "out"}, "include": ["call.ts", "client.ts"]}
OPTIONS
npx tsc
echo "oazapfts $(node -p 'JSON.parse(fs.readFileSync("node_modules/oazapfts/package.json")).version'), TypeScript $(npx tsc --version)"
node out/call.js
