// What browsers can record of an exam, and which screens are taken.
import { expect, onTestFinished, test } from 'vitest'
import { openScreen, recordable, WrongSurface } from './sources.ts'

type Wished = { types: readonly string[] | undefined; shares?: (() => Promise<unknown>) | undefined }

/** A browser that records these types; undefined: none at all. */
function browser({ types, shares }: Wished) {
  const before = { recorder: globalThis.MediaRecorder, devices: Object.getOwnPropertyDescriptor(navigator, 'mediaDevices') }
  onTestFinished(() => {
    globalThis.MediaRecorder = before.recorder
    if (before.devices) Object.defineProperty(navigator, 'mediaDevices', before.devices)
    else delete (navigator as { mediaDevices?: unknown }).mediaDevices
  })
  globalThis.MediaRecorder = (types && { isTypeSupported: (type: string) => types.includes(type) }) as never
  const devices = { getUserMedia: () => undefined, ...(shares ? { getDisplayMedia: shares } : {}) }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices })
}

const chrome = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8,opus']
const firefox = ['video/webm;codecs=vp8', 'video/webm;codecs=vp8,opus']
const need = { camera: true, sound: false, screen: false }
const all = () => [recordable(need), recordable({ ...need, sound: true }), recordable({ ...need, screen: true })]

/** A shared screen; `surface`: what the browser says of it. */
function shared(surface: string | undefined) {
  const stopped: string[] = []
  const track = { getSettings: () => ({ displaySurface: surface }), stop: () => stopped.push('stopped') }
  return { stopped, shares: async () => ({ getVideoTracks: () => [track], getTracks: () => [track] }) }
}

test('Chrome and Firefox on a computer record everything, a phone no screen', () => {
  const { shares } = shared('monitor')
  browser({ types: chrome, shares })
  expect(all()).toEqual(['yes', 'yes', 'yes'])
  browser({ types: firefox, shares })
  expect(all()).toEqual(['yes', 'yes', 'yes'])
  browser({ types: chrome })
  expect(all()).toEqual(['yes', 'yes', 'screen'])
})

test('a browser without WebM records a camera by pictures, and neither sound nor screen', () => {
  const { shares } = shared('monitor')
  browser({ types: ['video/mp4;codecs=avc1'], shares })
  expect(all()).toEqual(['yes', 'no', 'screen'])
  browser({ types: undefined, shares })
  expect(all()).toEqual(['yes', 'no', 'screen'])
})

test('a window or a tab is not taken as the screen', async () => {
  const { shares, stopped } = shared('window')
  browser({ types: chrome, shares })
  await expect(openScreen()).rejects.toThrow(WrongSurface)
  expect(stopped).toEqual(['stopped'])
})

test('a screen of which the browser says nothing is taken and noted as unknown, in the format that it writes', async () => {
  browser({ types: firefox, shares: shared(undefined).shares })
  expect(await openScreen()).toMatchObject({ surface: 'unknown', mime: 'video/webm;codecs=vp8' })
  browser({ types: chrome, shares: shared('monitor').shares })
  expect(await openScreen()).toMatchObject({ surface: 'monitor', mime: 'video/webm;codecs=vp9' })
})
