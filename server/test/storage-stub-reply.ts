// What the stub of the storage providers answers with.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { signAcs3 } from '../src/providers/sign-acs3.ts'

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*' }
export const send = (reply: ServerResponse, status: number, body: string | Buffer = '', headers: Record<string, string> = {}) =>
  void reply.writeHead(status, { ...cors, ...headers }).end(body)
export const sayNo = (reply: ServerResponse, code: string) => send(reply, 403, `<Error><Code>${code}</Code></Error>`)
export const urlSafe = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')

/** The signature that a call for temporary keys must have. */
export const acs3Of = (
  account: { id: string; secret: string },
  { url, method, headers }: { url: URL; method: string | undefined; headers: IncomingHttpHeaders },
) =>
  signAcs3({
    method: method as 'POST',
    url,
    action: 'AssumeRole',
    version: '2015-04-01',
    accessKeyId: account.id,
    accessKeySecret: account.secret,
    now: new Date(String(headers['x-acs-date'])),
    nonce: String(headers['x-acs-signature-nonce']),
  })
