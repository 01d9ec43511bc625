// When a recording shows the flashes: how late they are by the clock of the server.
import type { Browser } from '@playwright/test'
import { FLASH_MS } from './page-script.ts'

/** A dozen flashes. */
const SECONDS = 30

/** Plays the first of the film: faster it would leave pictures out on a busy machine. @returns milliseconds of the film at which the corner of its picture turns white */
function flashesIn({ film, seconds }: { film: string; seconds: number }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(film), (one) => one.charCodeAt(0))
  const video = document.createElement('video')
  video.muted = true
  video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }))
  const canvas = document.createElement('canvas')
  canvas.width = 40
  canvas.height = 30
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  const found: number[] = []
  let before = 255
  return new Promise((resolve, reject) => {
    const look = (_now: number, { mediaTime }: { mediaTime: number }) => {
      pen.drawImage(video, 0, 0, 40, 30)
      const corner = pen.getImageData(37, 27, 2, 2).data[0] ?? 0
      if (before < 90 && corner > 160) found.push(mediaTime * 1_000)
      before = corner
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
    video.addEventListener('ended', () => resolve(found))
    video.addEventListener('error', () => reject(new Error(video.error?.message)))
    void video.play()
    setTimeout(() => resolve(found), seconds * 1_000)
  })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** How late a film is, in milliseconds: the median of its flashes. @param zero when it begins by the clock of the server; undefined without two flashes */
export async function latenessOf(browser: Browser, film: Buffer, zero: number): Promise<number | undefined> {
  const page = await browser.newPage()
  try {
    const found = await page.evaluate(flashesIn, { film: film.toString('base64'), seconds: SECONDS })
    const late = found.map((ms) => (((zero + ms) % FLASH_MS) + FLASH_MS) % FLASH_MS)
    // a picture that is some milliseconds early is no picture that is two seconds late
    const near = late.map((ms) => Math.round(ms > (FLASH_MS * 4) / 5 ? ms - FLASH_MS : ms))
    return near.length < 2 ? undefined : median(near)
  } finally {
    await page.close()
  }
}
