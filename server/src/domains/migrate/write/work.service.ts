// Assignments of another system, and what users have handed in.
import { MOST_POINTS, MOST_WORK_TEXT } from '@shuyuan/contract/course/work/work-codes.ts'
import { carryHand } from '../../course/work/carry.service.ts'
import { saveWork } from '../../course/work/setting.service.ts'
import type { OldHand, OldSite, OldWork } from '../old-site.format.ts'
import { addressesIn, bringFiles, withAddresses } from './file.service.ts'
import { digestOf, type Run, whyOf } from './run.service.ts'
import { bringUploads } from './upload.service.ts'

const TITLE = 200
const COMMENT = 2_000

const said = (notes: readonly string[]) => notes.filter((one) => one !== '').join('；')
const cut = (text: string, most: number, what: string) => (text.length > most ? `${what}超过 ${most} 字，后面的没有带过来` : '')

/** Adds assignments to the library of course files. @returns ids in the other system of those that are here, or would be */
export async function bringWorks(run: Run, site: OldSite): Promise<string[]> {
  for (const work of run.fresh('work', site.works, (row) => row.title)) {
    const addresses = await bringFiles(run, site, addressesIn(work.content))
    const { sent, lost } = await bringUploads(run, site, work.attachments, { scene: 'course' })
    try {
      await run.portion(async (ctx) => {
        const { id: newId } = await saveWork(ctx, { ...formOf(work, addresses), attachments: sent })
        await run.brought(ctx, 'work', [{ oldId: work.id, newId, made: true, given: digestOf(work) }])
        run.note('work', work.id, work.title, 'made', said([...work.lost, ...lost]))
      })
    } catch (error) {
      run.note('work', work.id, work.title, 'refused', whyOf(error).zh)
    }
  }
  return site.works.map((one) => one.id).filter((id) => run.idOf('work', id) !== undefined)
}

function formOf({ id: _id, title, content, lost: _lost, attachments: _sent, ...work }: OldWork, addresses: ReadonlyMap<string, string>) {
  const maxScore = Math.min(work.maxScore, MOST_POINTS * 100)
  return {
    ...work,
    title: title.trim().slice(0, TITLE),
    content: withAddresses(content, addresses),
    maxScore,
    passScore: Math.min(work.passScore, maxScore),
    deadlineDays: null,
    latePercent: 0,
    markerIds: [],
    rubric: [],
  }
}

/** Stores each try once; files first, so that an interruption leaves no try without them. */
export async function bringHands(run: Run, site: OldSite): Promise<void> {
  const titles = new Map(site.works.map((one) => [one.id, one.title]))
  for (const hand of run.fresh('hand', site.hands, (row) => titles.get(row.workId) ?? ''))
    try {
      await bringHand(run, site, hand, titles.get(hand.workId) ?? '')
    } catch (error) {
      run.note('hand', hand.id, titles.get(hand.workId) ?? '', 'refused', whyOf(error).zh)
    }
}

async function bringHand(run: Run, site: OldSite, hand: OldHand, title: string): Promise<void> {
  const [courseId, fileId] = [run.idOf('course', hand.courseId), run.idOf('work', hand.workId)]
  const userId = run.idOf('user', hand.userId)
  if (courseId === undefined || fileId === undefined || userId === undefined)
    return run.note('hand', hand.id, title, 'refused', '它的课程、作业或用户没有迁移')
  const { sent, lost } = await bringUploads(run, site, hand.files, { scene: 'work', ownerId: userId })
  await run.portion(async (ctx) => {
    const { tryNo, content, handTime, score, comment, markTime, isFollowed } = hand
    const newId = await carryHand(ctx, {
      courseId,
      fileId,
      userId,
      tryNo,
      content: content.slice(0, MOST_WORK_TEXT),
      files: sent,
      handTime,
      score,
      comment: comment.slice(0, COMMENT),
      markBy: hand.markerId === '' ? null : (run.idOf('user', hand.markerId) ?? null),
      markTime,
      isFollowed,
    })
    if (newId === undefined) return run.note('hand', hand.id, title, 'linked', '本站已有这个学员的这次提交')
    await run.brought(ctx, 'hand', [{ oldId: hand.id, newId, made: true, given: digestOf(hand) }])
    const notes = [cut(content, MOST_WORK_TEXT, '文字'), cut(comment, COMMENT, '评语')]
    return run.note('hand', hand.id, title, 'made', said([...hand.lost, ...notes, ...lost]))
  })
}
