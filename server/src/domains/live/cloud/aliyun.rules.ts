// Addresses of Alibaba Cloud Live, signed by its method A: auth_key = {end}-{random}-{uid}-md5("{path}-{end}-{random}-{uid}-{key}").
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { liveRule } from '@shuyuan/contract/live/room-state.ts'
import { createHash, timingSafeEqual } from 'node:crypto'

export type AliyunLive = {
  pushDomain: string
  pushKey: string
  pullDomain: string
  pullKey: string
  notifyKey: string
  recordUrl: string
  recordKey: string
}
/** The application in all addresses. */
export const APP = 'live'

/** @param until seconds since 1970; the service checks it when a connection begins */
export function authKey(path: string, until: number, key: string): string {
  const hash = createHash('md5').update(`${path}-${until}-0-0-${key}`).digest('hex')
  return `${until}-0-0-${hash}`
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

/** For a program such as OBS: server and key apart, and both in one address. */
export function pushAddress({ pushDomain, pushKey }: AliyunLive, stream: string, until: Date) {
  const path = `/${APP}/${stream}`
  const key = `${stream}?auth_key=${authKey(path, seconds(until), pushKey)}`
  const server = `rtmp://${pushDomain}/${APP}`
  return { server, key, url: `${server}/${key}` }
}

/** The playlist that viewers play. */
export function pullAddress({ pullDomain, pullKey }: AliyunLive, stream: string, until: Date): string {
  const path = `/${APP}/${stream}.m3u8`
  return `https://${pullDomain}${path}?auth_key=${authKey(path, seconds(until), pullKey)}`
}

/**
 * Whether a report is signed: md5("{domain}|{timestamp}|{key}"). The service takes the push domain for streams and the host of the called
 * address for recordings. The signature does not cover what the report says.
 */
export function isSigned(headers: Readonly<Record<string, string>>, domains: readonly string[], key: string, now: Date): boolean {
  const stamp = headers['ali-live-timestamp'] ?? ''
  const given = Buffer.from((headers['ali-live-signature'] ?? '').toLowerCase())
  if (key === '' || !/^\d{1,12}$/.test(stamp) || Math.abs(seconds(now) - Number(stamp)) > liveRule.notify) return false
  return domains.some((domain) => {
    const wanted = Buffer.from(createHash('md5').update(`${domain}|${stamp}|${key}`).digest('hex'))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** A colon of a recording's time stays: the signature is over the path as it is sent. */
const encodedPart = (part: string) => encodeURI(part).replaceAll('?', '%3F').replaceAll('#', '%23')
const isPlainPart = (part: string) => part !== '' && part !== '.' && part !== '..'

/** The address of a recording. undefined for a path that leads elsewhere. @param until as in `authKey` */
export function recordAddress({ recordUrl, recordKey }: AliyunLive, uri: string, until: Date): string | undefined {
  const parts = uri.replace(/^\//, '').split('/')
  if (recordUrl === '' || !parts.every(isPlainPart)) return undefined
  const address = new URL(`${withoutSlash(recordUrl)}/${parts.map(encodedPart).join('/')}`)
  if (recordKey !== '') address.searchParams.set('auth_key', authKey(address.pathname, seconds(until), recordKey))
  return address.href
}
