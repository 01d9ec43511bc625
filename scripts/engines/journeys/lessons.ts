// Journeys through videos and a document of a course.
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../../e2e/fixtures.ts'
import { makeCourseOf, uploadLesson } from '../../../e2e/packages.ts'
import { pdfOf } from '../../../e2e/pdf.ts'
import type { Site } from '../../../e2e/server.ts'
import { makeSample } from '../../../server/test/media.ts'
import { type EnginePage, until } from '../engine.ts'
import type { Journey, Stage } from '../journey.ts'

const SECONDS = 60
const LENGTH = 6
const READING = 4
const learner = 'learner29'
/** What a site makes of an uploaded video; '' leaves it as it is. */
type Rendition = '' | 'm3u8' | 'm3u8_encode'

async function sampleVideo(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-engines-'))
  try {
    const path = join(folder, 'sample.mp4')
    await makeSample(path, { length: LENGTH })
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convertTo(site: Site, rendition: Rendition) {
  const { call } = await signIn(site, 'admin')
  const storage = { localDir: `${site.dataDir}/public/`, url: `${site.url}/files/` }
  const conversion = rendition === '' ? { encodeType: 'none' } : { encodeType: 'ffmpeg', videoEncode: rendition, videoQuality: '480p' }
  await call(configProp.change, { type: 'upload', provider: 'local', data: { ...storage, ...conversion } })
}

/** Waits until the server has the file as finished. @returns what it stored */
async function whenFinished(site: Site, courseId: string, fileId: string) {
  const { call } = await signIn(site, 'teacher')
  return until('the file is finished', SECONDS, async () => {
    const { records } = await call(statCourse['user-paging'], { size: 50, params: { courseId } })
    const one = records.find(({ userName }) => userName === learner)?.files[fileId]
    return one?.finished ? one : undefined
  })
}

type Media = { at: number; readyState: number; length: string; width: number; isPaused: boolean; scheme: string }
const mediaOf = (page: EnginePage) =>
  page.run<Media | null>(`
    const media = document.querySelector('video')
    const display = document.querySelector('media-time-display')
    if (!media) return null
    const { currentTime: at, readyState, videoWidth: width, paused: isPaused, currentSrc } = media
    return { at, width, readyState, isPaused, length: /[\\d:]+$/.exec(display?.shadowRoot?.textContent.trim() ?? '')?.[0] ?? '', scheme: new URL(currentSrc || location.href).protocol }
  `)

function video(rendition: Rendition) {
  return async ({ hand, page, site }: Stage) => {
    await convertTo(site, rendition)
    const title = `视频${rendition}`
    const fileId = await uploadLesson(site, title, { ending: 'mp4', type: 'video/mp4', bytes: await sampleVideo() })
    const courseId = await makeCourseOf(site, title, [fileId])
    await hand.enter(learner, `/web/course/view/${courseId}`)
    await hand.link('开始学习')
    // with enough data a browser begins by itself, or leaves it to the button
    let isPaused = false
    const isByButton = await until('the video begins, or is paused', SECONDS, async () => {
      const media = await mediaOf(page)
      if (media && media.at > 0) return false
      const wasPaused = isPaused
      isPaused = media?.isPaused === true && media.readyState === 4
      return (wasPaused && isPaused) || undefined
    })
    if (isByButton) await hand.click({ css: 'media-play-button' })
    const { length, scheme } = await until('the picture goes on', SECONDS, async () => {
      const media = await mediaOf(page)
      return media && media.at > 1 ? media : undefined
    })
    if (length !== `0:0${LENGTH}`) throw new Error(`the length is shown as ${length}`)
    await hand.see({ text: '您已学完这门课程' })
    await whenFinished(site, courseId, fileId)
    await convertTo(site, '')
    return `${isByButton ? 'begun by its button; ' : ''}finished; length 0:0${LENGTH}; ${scheme === 'blob:' ? 'by Media Source' : 'by the browser itself'}`
  }
}

async function pdf({ hand, page, site }: Stage) {
  const bytes = pdfOf(['Lift rescue', 'Brake', 'Phone the brake engineer'])
  const fileId = await uploadLesson(site, '须知', { ending: 'pdf', type: 'application/pdf', bytes })
  const courseId = await makeCourseOf(site, '须知', [fileId], READING)
  await hand.enter(learner, `/web/course/view/${courseId}`)
  await hand.link('开始学习')
  await until('the text of the first page', SECONDS, async () => {
    const text = await page.run<string>(`return document.querySelector('iframe[title="须知"]')?.contentDocument?.body?.innerText ?? ''`)
    return text.includes('Lift rescue') || undefined
  })
  await hand.see({ text: '您已学完这门课程' })
  const { learnSec } = await whenFinished(site, courseId, fileId)
  return `first page read; ${learnSec} s counted`
}

export const lessons: Journey[] = [
  { title: 'MP4 video', run: video('') },
  { title: 'HLS video', run: video('m3u8') },
  { title: 'Encrypted HLS video', run: video('m3u8_encode') },
  { title: 'PDF', run: pdf },
]
