// Parses a multipart body: text fields, and one file, which is stored temporarily.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadedFile } from './ctx.ts'
import { fail } from './fail.ts'

const MB = 1024 * 1024
/** Maximum bytes of a file before its purpose is known: back-office users may upload long videos. */
const mostBytes = (roleType: number) => (roleType === RoleType.staff ? 1_024 : 200) * MB

/**
 * Reads the whole body and stores its file in `folder` ('': the system's temporary folder).
 * @param mustHaveRoom called with the length of the body before it is read; may refuse the upload
 * @returns fields, the file if any, and a function that removes it
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  roleType: number,
  mustHaveRoom: (bytes: number) => Promise<void>,
) {
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  const discard = async () => {
    if (file) await rm(file.path, { force: true })
  }
  try {
    if (!request.isMultipart()) fail('fileMissing')
    if (!hasBoundary(request)) throw Object.assign(new Error('multipart body without boundary'), { statusCode: 400 })
    await mustHaveRoom(Number(request.headers['content-length'] ?? 0))
    for await (const part of request.parts({ limits: { fileSize: mostBytes(roleType) } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (file) part.file.resume()
      else file = await receive(part, folder || tmpdir())
    }
  } catch (error) {
    await discard()
    passOver(request)
    if (isCutOff(error)) fail('fileMissing', cutOff)
    throw error
  }
  return { fields, file, discard }
}

/** Reads on without a parser: Node does it only for bodies whose reading has not begun. Otherwise the next call on the connection would wait. */
function passOver({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}

/** Without one the parser throws an error that would be answered as a fault of the server. */
const hasBoundary = ({ headers }: FastifyRequest) => /;\s*boundary=(?:"[^"]+"|[^\s;"]+)/i.test(headers['content-type'] ?? '')

/** A part of type application/octet-stream counts as a file even without a name. */
const nameOf = ({ filename }: { filename: string | undefined }) => filename ?? ''

const cutOff = sayServer('uploadCutOff')
/** The body ended before its closing boundary. */
const isCutOff = (error: unknown) =>
  error instanceof Error &&
  (error.message === 'Unexpected end of multipart data' || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')

async function receive(part: MultipartFile, folder: string): Promise<UploadedFile> {
  const path = join(folder, `shuyuan-${randomUUID()}`)
  // a pipeline from a destroyed stream never ends
  if (part.file.destroyed) fail('fileMissing', cutOff)
  try {
    await pipeline(part.file, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  if (part.file.truncated) {
    await rm(path, { force: true })
    fail('fileTooLarge')
  }
  const { size } = await stat(path)
  return { path, name: nameOf(part).normalize().slice(-200), type: part.mimetype, size }
}
