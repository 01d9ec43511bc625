// The library and models by which pages follow a face, from the installed packages. Without the packages every address is unknown, and pages take
// pictures by a button.
import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { unknownPathAnswer } from '../../kernel/http/http.ts'

const { resolve } = createRequire(import.meta.url)
const human = () => dirname(resolve('@vladmandic/human'))
const wasm = () => dirname(resolve('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm'))
const files: Record<string, { folder: () => string; type: string }> = {
  'human.esm.js': { folder: human, type: 'text/javascript' },
  ...Object.fromEntries(
    ['blazeface', 'facemesh'].flatMap((name) => [
      [`${name}.json`, { folder: () => join(human(), '../models'), type: 'application/json' }],
      [`${name}.bin`, { folder: () => join(human(), '../models'), type: 'application/octet-stream' }],
    ]),
  ),
  'tfjs-backend-wasm.wasm': { folder: wasm, type: 'application/wasm' },
  'tfjs-backend-wasm-simd.wasm': { folder: wasm, type: 'application/wasm' },
}
const gzipOf = promisify(gzip)

/** `/face-track/{file}` */
export function faceTrackFiles(http: FastifyInstance): void {
  const packed = new Map<string, Promise<Buffer>>()
  const read = async (name: string, folder: string) => gzipOf(await readFile(join(folder, name)))
  http.get<{ Params: { file: string } }>('/face-track/:file', async (request, reply) => {
    const { file } = request.params
    const known = Object.hasOwn(files, file) ? files[file] : undefined
    if (!known) return reply.code(404).send(unknownPathAnswer(request))
    try {
      const body = packed.get(file) ?? read(file, known.folder())
      packed.set(file, body)
      const bytes = await body
      return reply
        .headers({ 'cache-control': 'public, max-age=604800', 'content-encoding': 'gzip', 'content-type': known.type })
        .send(bytes)
    } catch {
      packed.delete(file)
      return reply.code(404).send(unknownPathAnswer(request))
    }
  })
}
