// A browser whose camera plays a picture.
import type { LaunchOptions } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FRAMES = 10

/** For `test.use` at the top of a file. @param frame a JPEG */
export const cameraShowing = (frame: Buffer) => ({
  launchOptions: async (
    { launchOptions }: { launchOptions: LaunchOptions },
    use: (options: LaunchOptions) => Promise<void>,
  ): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-camera-'))
    const film = join(folder, 'film.mjpeg')
    await writeFile(film, Buffer.concat(Array.from({ length: FRAMES }, () => frame)))
    const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
    await rm(folder, { recursive: true })
  },
})
