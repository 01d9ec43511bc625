import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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
  length: 0,
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

test('what played when something had to be answered goes on afterwards; what the learner had paused does not', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  onTestFinished(() => [play, pause].forEach((one) => one.mockRestore()))
  function Asking({ autoPlay = false, first = false }) {
    const [held, setHeld] = useState(first)
    return (
      <>
        <button onClick={() => setHeld(!held)}>ask</button>
        <MediaPlayer {...plain} held={held} autoPlay={autoPlay} mayDrag />
      </>
    )
  }
  const ask = () => fireEvent.click(screen.getByText('ask'))
  show(<Asking />)
  const paused = vi.spyOn(screen.getByLabelText<HTMLVideoElement>('课件'), 'paused', 'get')
  for (const was of [true, false]) {
    paused.mockReturnValue(was)
    ask()
    paused.mockReturnValue(true)
    ask()
    expect(play).toHaveBeenCalledTimes(was ? 0 : 1)
  }
  cleanup()
  // asked before the first second, as by a capture at the opening
  show(<Asking autoPlay first />)
  ask()
  expect(play).toHaveBeenCalledTimes(2)
})

test('the kept speed is used where the course offers it, and a choice is told', () => {
  const told: number[] = []
  const loaded = (speed: number) => {
    cleanup()
    show(<MediaPlayer {...plain} mayDrag speed={speed} onSpeed={(one) => told.push(one)} />)
    const media = screen.getByLabelText<HTMLVideoElement>('课件')
    fireEvent.loadedMetadata(media)
    return media
  }
  expect(loaded(3).playbackRate).toBe(1)
  const media = loaded(2)
  expect(media.playbackRate).toBe(2)
  fireEvent.rateChange(media)
  expect(told.at(-1)).toBe(2)
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

test('where the browser does not know the length, the stored one is shown', async () => {
  show(<MediaPlayer {...plain} length={100} mayDrag />)
  const display = document.querySelector('media-time-display')
  await waitFor(() => expect(display?.shadowRoot?.textContent).toContain('1:40'))
})

test('where the browser counts the length up, the stored one is shown, and the video goes on from its place', async () => {
  const length = vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(0.9)
  onTestFinished(() => length.mockRestore())
  show(<MediaPlayer {...plain} length={100} mayDrag />)
  const media = screen.getByLabelText<HTMLVideoElement>('课件')
  fireEvent.loadedMetadata(media)
  expect([media.duration, media.currentTime]).toEqual([100, 20])
  const display = document.querySelector('media-time-display')
  await waitFor(() => expect(display?.shadowRoot?.textContent).toContain('1:40'))
  length.mockReturnValue(100.4)
  expect(media.duration).toBe(100.4)
})

test('a video that does not play says whether the browser lacks its decoders', () => {
  const fail = (answer: CanPlayTypeResult) => {
    const canPlay = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue(answer)
    show(<MediaPlayer {...plain} mayDrag />)
    fireEvent.error(screen.getByLabelText('课件'))
    const said = screen.getByRole('alert').textContent
    canPlay.mockRestore()
    cleanup()
    return said
  }
  expect(fail('')).toContain('H.264')
  expect(fail('probably')).not.toContain('H.264')
})

const texts = [
  { src: '/zh.vtt', label: '中文', language: 'zh', isDefault: true },
  { src: '/en.vtt', label: 'English', language: 'en', isDefault: false },
]
/** Tracks as a browser has them: jsdom makes none of `<track>`. */
function pretendTracks() {
  const all = texts.map(({ language, isDefault }) => ({ kind: 'subtitles', language, label: '', mode: isDefault ? 'showing' : 'disabled' }))
  const list = Object.assign(new EventTarget(), { [Symbol.iterator]: () => all.values() })
  const spy = vi.spyOn(HTMLMediaElement.prototype, 'textTracks', 'get').mockReturnValue(list as never)
  onTestFinished(() => spy.mockRestore())
  const show_ = (language: string) => {
    for (const one of all) one.mode = one.language === language ? 'showing' : 'disabled'
    list.dispatchEvent(new Event('change'))
  }
  return { modes: () => all.map((one) => one.mode), choose: show_, changed: () => list.dispatchEvent(new Event('change')) }
}

test('captions begin with the language that the person chose, else with the default of the file', () => {
  const firstOf = (language: string) => {
    cleanup()
    show(<MediaPlayer {...plain} mayDrag captions={texts} language={language} />)
    return document.querySelector('track[default]')?.getAttribute('srclang') ?? ''
  }
  expect([firstOf(''), firstOf('en'), firstOf('off')]).toEqual(['zh', 'en', ''])
  expect(document.querySelector('media-captions-menu-button')).not.toBeNull()
})

test('a choice of captions is told, the default that the browser shows by itself is not; C is off and on in the language of before', () => {
  const told: string[] = []
  const { modes, choose, changed } = pretendTracks()
  show(<MediaPlayer {...plain} mayDrag captions={texts} onLanguage={(one) => told.push(one)} />)
  changed()
  expect(told).toEqual([])
  choose('en')
  const box = screen.getByLabelText('课件').closest('media-controller')!
  fireEvent.keyDown(box, { key: 'c' })
  expect(modes()).toEqual(['disabled', 'disabled'])
  changed()
  fireEvent.keyDown(box, { key: 'c' })
  expect(modes()).toEqual(['disabled', 'showing'])
  changed()
  expect(told).toEqual(['en', 'off', 'en'])
})

test('one language has a button in place of a menu, none has nothing', () => {
  show(<MediaPlayer {...plain} mayDrag captions={texts.slice(0, 1)} />)
  expect(document.querySelector('media-captions-button')).not.toBeNull()
  cleanup()
  show(<MediaPlayer {...plain} mayDrag />)
  expect(document.querySelector('media-captions-button, media-captions-menu-button')).toBeNull()
})

test('the signs < and > step through the speeds of the course', () => {
  show(<MediaPlayer {...plain} speeds={[1, 1.5, 2]} mayDrag />)
  const media = screen.getByLabelText<HTMLVideoElement>('课件')
  const press = (key: string) => {
    fireEvent.keyDown(media.closest('media-controller')!, { key })
    fireEvent.keyUp(media.closest('media-controller')!, { key })
    return media.playbackRate
  }
  expect([press('>'), press('>'), press('>'), press('<'), press('<'), press('<')]).toEqual([1.5, 2, 2, 1.5, 1, 1])
})

test('space and arrows work while nothing has the focus; letters, and keys in a field, do not', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  onTestFinished(() => play.mockRestore())
  show(
    <>
      <MediaPlayer {...plain} mayDrag />
      <textarea aria-label="note" />
    </>,
  )
  const media = screen.getByLabelText<HTMLVideoElement>('课件')
  media.currentTime = 50
  const press = (target: Element, key: string) => fireEvent.keyDown(target, { key })
  press(document.body, 'ArrowRight')
  press(document.body, 'ArrowLeft')
  press(document.body, 'ArrowLeft')
  expect(media.currentTime).toBe(40)
  press(document.body, ' ')
  expect(play).toHaveBeenCalledTimes(1)
  const note = screen.getByLabelText('note')
  note.focus()
  for (const key of [' ', 'ArrowLeft', 'c', 'm']) press(note, key)
  expect(media.currentTime).toBe(40)
  expect(play).toHaveBeenCalledTimes(1)
})

test('a file that the learner chose has the keys at once', () => {
  show(<MediaPlayer {...plain} mayDrag autoPlay />)
  expect(document.activeElement).toBe(screen.getByLabelText('课件').closest('media-controller'))
})
