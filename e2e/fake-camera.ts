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
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${film}`] })
    await rm(folder, { recursive: true })
  },
})
