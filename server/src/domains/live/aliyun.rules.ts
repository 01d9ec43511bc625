// Addresses of Alibaba Cloud Live, signed by its method A: auth_key = {end}-{random}-{uid}-md5("{path}-{end}-{random}-{uid}-{key}").
import { createHash } from 'node:crypto'

export type AliyunLive = { pushDomain: string; pushKey: string; pullDomain: string; pullKey: string }
const APP = 'live'

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
