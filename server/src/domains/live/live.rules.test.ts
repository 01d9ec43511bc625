// Rules of live rooms: golden vectors of the cloud service's signature, attendance, playlists.
import { liveRule, LiveState } from '@shuyuan/contract/live/room-state.ts'
import { expect, test } from 'vitest'
import { authKey, isSigned, pullAddress, pushAddress, recordAddress } from './cloud/aliyun.rules.ts'
import { attendedSec, livePlaylist, phaseOf, replayPlaylist, seenUntil, segmentsOf } from './live.rules.ts'

test('the signature of the cloud service is that of its documentation', () => {
  expect(authKey('/live/r1', 1_795_300_000, 'key')).toBe('1795300000-0-0-f5ed84682fb8615e06fa01dc950909fc')
  expect(authKey('/live/r1.m3u8', 1_795_300_000, 'key')).toBe('1795300000-0-0-b7d3107d23431e722c9d356f9cb9b835')
  const service = {
    pushDomain: 'push.example',
    pushKey: 'key',
    pullDomain: 'pull.example',
    pullKey: 'key',
    notifyKey: '',
    recordUrl: '',
    recordKey: '',
  }
  const until = new Date(1_795_300_000_000)
  expect(pushAddress(service, 'r1', until)).toEqual({
    server: 'rtmp://push.example/live',
    key: 'r1?auth_key=1795300000-0-0-f5ed84682fb8615e06fa01dc950909fc',
    url: 'rtmp://push.example/live/r1?auth_key=1795300000-0-0-f5ed84682fb8615e06fa01dc950909fc',
  })
  expect(pullAddress(service, 'r1', until)).toBe(
    'https://pull.example/live/r1.m3u8?auth_key=1795300000-0-0-b7d3107d23431e722c9d356f9cb9b835',
  )
})

test('a report is signed as in the documentation, for five minutes', () => {
  // md5sum(learn.aliyundoc.com|1519375990|yourkey)
  const headers = { 'ali-live-timestamp': '1519375990', 'ali-live-signature': '9e226fc2c250be266e3657e156f68c12' }
  const now = new Date(1_519_375_990_000)
  const check = (domain: string, key = 'yourkey', at = now) => isSigned(headers, ['push.example', domain], key, at)
  expect(check('learn.aliyundoc.com')).toBe(true)
  expect(check('other.example')).toBe(false)
  expect(check('learn.aliyundoc.com', 'another')).toBe(false)
  expect(check('learn.aliyundoc.com', 'yourkey', new Date(now.getTime() + 300_000))).toBe(true)
  expect(check('learn.aliyundoc.com', 'yourkey', new Date(now.getTime() + 301_000))).toBe(false)
  expect(isSigned({}, ['learn.aliyundoc.com'], 'yourkey', now)).toBe(false)
})

test('the address of a recording stays below that of its bucket', () => {
  const service = {
    pushDomain: '',
    pushKey: '',
    pullDomain: '',
    pullKey: '',
    notifyKey: '',
    recordUrl: 'https://rec.example/school/',
    recordKey: '',
  }
  const until = new Date(1_795_300_000_000)
  const at = (uri: string, given = {}) => recordAddress({ ...service, ...given }, uri, until)
  expect(at('live/r1/0_2026-11-23-10:00:00.mp4')).toBe('https://rec.example/school/live/r1/0_2026-11-23-10:00:00.mp4')
  expect(at('a b?#.mp4')).toBe('https://rec.example/school/a%20b%3F%23.mp4')
  expect(at('../x.mp4')).toBeUndefined()
  expect(at('a//x.mp4')).toBeUndefined()
  expect(at('a.mp4', { recordUrl: '' })).toBeUndefined()
  expect(at('a.mp4', { recordKey: 'key' })).toBe(
    `https://rec.example/school/a.mp4?auth_key=${authKey('/school/a.mp4', 1_795_300_000, 'key')}`,
  )
})

test('a room waits, is live, has ended, and is replayed', () => {
  const phases = Object.values(LiveState).map((state) => phaseOf({ state, isVideo: false }))
  expect(phases).toEqual(['waiting', 'live', 'ended'])
  expect(phaseOf({ state: LiveState.ended, isVideo: true })).toBe('replay')
})

const second = (n: number) => new Date(n * 1_000)
test.each([
  ['before the broadcast', null, 0, 10, 0],
  ['from its beginning', 5, 0, 15, 10],
  ['since the last report', 0, 20, 35, 15],
  ['not while away', 0, 20, 20 + liveRule.gone + 1, 0],
])('attendance is counted %s', (_name, began, last, now, counted) => {
  const seen = { lastTime: second(last), beganAt: began === null ? null : second(began) }
  expect(attendedSec(seen, second(now))).toBe(counted)
})

test('a fraction of a second is counted with the next report', () => {
  const seen = { lastTime: second(0), beganAt: second(0) }
  expect(attendedSec(seen, second(1.9))).toBe(1)
  expect(seenUntil(seen, 1, second(1.9))).toEqual(second(1))
  expect(seenUntil(seen, 0, second(0.5))).toEqual(second(0.5))
})

const list = (n: number) => Array.from({ length: n }, (_, at) => `#EXTINF:2.000000,\ns${String(at).padStart(5, '0')}.ts`).join('\n')
const written = { address: ({ folder, name }: { folder: string; name: string }) => `/${folder}/${name}` }

test('a segment that is not complete is not told of', () => {
  expect(segmentsOf(`#EXTM3U\n${list(2)}\n#EXTINF:2.0,\n`, 'a')).toHaveLength(2)
  expect(segmentsOf('#EXTINF:2.0,\n../../etc/passwd\n', 'a')).toEqual([])
})

test('players are told of the last minute, of breaks, and of the end', () => {
  const segments = [...segmentsOf(list(20), 'a'), ...segmentsOf(list(20), 'b')]
  const playlist = livePlaylist(segments, false, written)
  expect(playlist).toContain('#EXT-X-MEDIA-SEQUENCE:10\n')
  expect(playlist).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:0\n')
  expect(playlist).toContain('#EXT-X-DISCONTINUITY\n#EXTINF:2.000000,\n/b/s00000.ts')
  expect(playlist).not.toContain('ENDLIST')
  const later = [...segments, ...segmentsOf(list(11), 'c')]
  expect(livePlaylist(later, true, written)).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
  expect(livePlaylist(later, true, written)).toContain('#EXT-X-ENDLIST')
  // the break before the first segment is in the number
  const cut = livePlaylist([...segmentsOf(list(1), 'a'), ...segmentsOf(list(30), 'b')], false, written)
  expect(cut).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
  expect(cut).not.toContain('#EXT-X-DISCONTINUITY\n')
})

test('a replay has everything', () => {
  const playlist = replayPlaylist([...segmentsOf(list(40), 'a'), ...segmentsOf(list(1), 'b')], written)
  expect(playlist.match(/#EXTINF/g)).toHaveLength(41)
  expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
})
