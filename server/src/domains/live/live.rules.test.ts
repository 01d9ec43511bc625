// Rules of live rooms: golden vectors of the cloud service's signature, attendance, playlists.
import { liveRule, LiveState } from '@shuyuan/contract/live/room-state.ts'
import { expect, test } from 'vitest'
import { authKey, pullAddress, pushAddress } from './aliyun.rules.ts'
import { attendedSec, livePlaylist, phaseOf, replayPlaylist, seenUntil, segmentsOf } from './live.rules.ts'

test('the signature of the cloud service is that of its documentation', () => {
  expect(authKey('/live/r1', 1_795_300_000, 'key')).toBe('1795300000-0-0-f5ed84682fb8615e06fa01dc950909fc')
  expect(authKey('/live/r1.m3u8', 1_795_300_000, 'key')).toBe('1795300000-0-0-b7d3107d23431e722c9d356f9cb9b835')
  const service = { pushDomain: 'push.example', pushKey: 'key', pullDomain: 'pull.example', pullKey: 'key' }
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
