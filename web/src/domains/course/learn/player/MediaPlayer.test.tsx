import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'

// the controls follow the tracks, which are no event targets in jsdom
for (const tracks of ['textTracks', 'audioTracks', 'videoTracks'])
  Object.defineProperty(HTMLMediaElement.prototype, tracks, {
    value: Object.assign(new EventTarget(), { [Symbol.iterator]: () => [].values() }),
  })

/** A video of 100 seconds that was watched up to the 30th, and left at the 20th. */
function player(mayDrag: boolean) {
  const nothing = () => undefined
  show(
    <MediaPlayer
      src="/a.mp4"
      title="课件"
      isVideo
      from={20}
      furthest={30}
      speeds={[1, 2]}
      held={false}
      mayDrag={mayDrag}
      autoPlay={false}
      onPlay={nothing}
      onTime={nothing}
      onEnd={nothing}
    />,
  )
  const media = screen.getByLabelText<HTMLVideoElement>('课件')
  Object.defineProperty(media, 'duration', { value: 100 })
  fireEvent.loadedMetadata(media)
  return (to: number) => {
    media.currentTime = to
    fireEvent.seeking(media)
    return media.currentTime
  }
}

test('a video that may not be dragged goes back freely, and ahead only to the furthest second reached', () => {
  const seek = player(false)
  expect([seek(10), seek(0), seek(30), seek(60)]).toEqual([10, 0, 30, 30])
})

test('a video that may be dragged goes anywhere', () => expect(player(true)(90)).toBe(90))
