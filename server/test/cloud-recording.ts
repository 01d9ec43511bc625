// Pieces of a recording that go straight to a storage provider, as the page of a candidate sends them.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { newScan } from '@shuyuan/contract/paper/record/scan.ts'
import { scanPart } from '@shuyuan/contract/paper/record/scan-part.ts'
import { createHash } from 'node:crypto'
import { coverAt } from '../src/kernel/files/position-cipher.ts'
import { account, type StorageStub } from './storage-stub.ts'
import type { Person, TestApp } from './start-app.ts'

type Item = Data<(typeof record)['sign-pieces']>['items'][number]
export type CloudPart = { id: string; key: string; mime: string }

/** The settings of a provider that is the stub. */
export function cloudSettings(provider: string, cloud: StorageStub) {
  const both = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url }
  const keys = { accessKeyId: account.id, accessKeySecret: account.secret }
  if (provider === 'aliyun')
    return { ...both, ...keys, endpoint: 'oss-cn-hangzhou.aliyuncs.com', arn: 'acs:ram::1:role/x', stsUrl: cloud.url }
  if (provider === 'qcloud') return { ...both, region: 'ap-guangzhou', secretId: account.id, secretKey: account.secret, stsUrl: cloud.url }
  if (provider === 's3') return { ...keys, bucket: account.bucket, endpoint: cloud.url }
  return { ...both, ...keys, region: 'z2' }
}

/** Sends bytes by a signed request. @returns the status; 0 for a connection that broke */
export function putItem({ method, url, headers, form }: Item, bytes: Buffer): Promise<number> {
  const file = new Blob([new Uint8Array(bytes)])
  const body = form ? new FormData() : new Uint8Array(bytes)
  if (body instanceof FormData) {
    for (const [name, value] of Object.entries(form ?? {})) body.append(name, value)
    body.append('file', file, 'piece')
  }
  return fetch(url, { method, headers, body }).then(
    (reply) => reply.status,
    () => 0,
  )
}

/** Begins a part that goes to the storage provider. */
export async function beginCloud(
  app: TestApp,
  person: Person,
  { id, session }: { id: string; session: string },
  mime: 'video/webm;codecs=vp8' | 'image/jpeg' = 'video/webm;codecs=vp8',
) {
  const begun = await app.ok(record.begin, { paperId: id, track: RecordTrack.camera, session, mime }, person)
  return { ...begun, mime }
}

export const sign = (app: TestApp, person: Person, trackId: string, from: number, sizes: number[]) =>
  app.call(record['sign-pieces'], { trackId, from, sizes }, person)

/** What the page says of a piece that has arrived. */
export function doneOf({ id, key, mime }: CloudPart, film: Buffer, [from, to]: [number, number], end = false) {
  const before = scanPart(mime, newScan, film.subarray(0, from), 0).scan
  const { scan, clusters } = scanPart(mime, before, film.subarray(from, to), from)
  const covered = coverAt(Buffer.from(key, 'base64'), film.subarray(from, to), from)
  return {
    trackId: id,
    offset: from,
    bytes: to - from,
    sha256: createHash('sha256').update(covered).digest('hex'),
    clusters: clusters.map(({ at, time }): [number, number] => [at, time]),
    init: scan.init,
    lengthMs: scan.last,
    end,
    covered,
  }
}

/** Sends a piece of a film to the provider. @returns the answer of the server */
export async function sendCloud(app: TestApp, person: Person, part: CloudPart, film: Buffer, span: [number, number], end = false) {
  const { data } = await sign(app, person, part.id, span[0], [span[1] - span[0]])
  const { covered, ...said } = doneOf(part, film, span, end)
  if (data.items[0]) await putItem(data.items[0], covered)
  return app.ok(record['put-done'], said, person)
}
