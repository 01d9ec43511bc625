import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { MediaPlayer } from './MediaPlayer.tsx'

// the controls follow the tracks, which are no event targets in jsdom
for (const tracks of ['textTracks', 'audioTracks', 'videoTracks'])
  Object.defineProperty(HTMLMediaElement.prototype, tracks, {
    value: Object.assign(new EventTarget(), { [Symbol.iterator]: () => [].values() }),
  })

const nothing = () => undefined
const plain = {
  src: '/a.mp4',
  title: '课件',
  isVideo: true,
  from: 20,
  furthest: 30,
  speeds: [1, 2],
  held: false,
  autoPlay: false,
  onPlay: nothing,
  onTime: nothing,
  onEnd: nothing,
}

/** A video of 100 seconds that was watched up to the 30th, and left at the 20th. */
function player(mayDrag: boolean) {
  show(<MediaPlayer {...plain} mayDrag={mayDrag} />)
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

test('what has to be answered first pauses it, and leaves full screen and the small window; it cannot be played on meanwhile', () => {
  const left: string[] = []
  const pretend = (name: string, value: unknown) => {
    Object.defineProperty(document, name, { value, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(document, name))
  }
  for (const name of ['exitFullscreen', 'exitPictureInPicture']) pretend(name, () => void left.push(name))
  for (const name of ['fullscreenElement', 'pictureInPictureElement']) pretend(name, document.body)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  onTestFinished(() => pause.mockRestore())
  function Asking() {
    const [held, setHeld] = useState(false)
    return (
      <>
        <button onClick={() => setHeld(true)}>ask</button>
        <MediaPlayer {...plain} held={held} mayDrag />
      </>
    )
  }
  show(<Asking />)
  pause.mockClear()
  expect(left).toEqual([])
  fireEvent.click(screen.getByText('ask'))
  expect(left).toEqual(['exitFullscreen', 'exitPictureInPicture'])
  expect(pause).toHaveBeenCalledTimes(1)
  fireEvent.play(screen.getByLabelText('课件'))
  expect(pause).toHaveBeenCalledTimes(2)
})

test('a portrait picture has a box of its own shape', () => {
  show(<MediaPlayer {...plain} mayDrag />)
  const media = screen.getByLabelText<HTMLVideoElement>('课件')
  const box = media.closest('media-controller')
  const load = (width: number, height: number) => {
    Object.defineProperties(media, { videoWidth: { value: width, configurable: true }, videoHeight: { value: height, configurable: true } })
    fireEvent.loadedMetadata(media)
  }
  load(640, 360)
  expect(box?.getAttribute('data-shape')).toBe(null)
  load(360, 640)
  expect(box?.getAttribute('data-shape')).toBe('tall')
})

test('the menu of speeds has items that can be chosen', () => {
  show(<MediaPlayer {...plain} mayDrag />)
  const menu = document.querySelector('media-playback-rate-menu')
  const items = [...(menu?.shadowRoot?.querySelectorAll('media-chrome-menu-item') ?? [])]
  expect(items.map((one) => one.role ?? one.getAttribute('role'))).toEqual(['menuitemradio', 'menuitemradio'])
})
