// Browsers whose camera and microphone are stand-ins.
import type { LaunchOptions } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from './fixtures.ts'

const FRAMES = 10
const devices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const withArguments = (options: LaunchOptions, more: string[]) => ({ ...options, args: [...(options.args ?? []), ...more] })

/**
 * For a file whose browser has devices, with the browser's own pattern and tone, and plays sound without a click. The files that use this share
 * workers; with `test.use` each would begin one with a browser and a server process of its own.
 */
export const testWithDevices = test.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    ({ launchOptions }, use) => use(withArguments(launchOptions, [...devices, '--autoplay-policy=no-user-gesture-required'])),
    { scope: 'worker' },
  ],
})

/** For `test.use` at the top of a file: a camera that plays a picture. @param frame a JPEG */
export const cameraShowing = (frame: Buffer) => ({
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-camera-'))
    const film = join(folder, 'film.mjpeg')
    await writeFile(film, Buffer.concat(Array.from({ length: FRAMES }, () => frame)))
    await use(withArguments(launchOptions, [...devices, `--use-file-for-fake-video-capture=${film}`]))
    await rm(folder, { recursive: true })
  },
})
