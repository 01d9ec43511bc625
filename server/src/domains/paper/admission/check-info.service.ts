// The page before an exam: may the signed-in user start, and what is missing.
import { wording } from '../../../kernel/localized.ts'
import type { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ErrorName } from '@shuyuan/contract/kernel/error.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { courseSums } from '../../course/catalog/my-course.service.ts'
import { takesApplications } from '../../exam/entry/approval.service.ts'
import { entryProblems, needsPassword } from '../attempt/entry/entry.rules.ts'
import { isDrawable } from '../question/pool.service.ts'
import { type Entry, applicantOf, findEntry, openPaperOf, messageOf } from './entry.service.ts'
import { mustHaveModule } from '../../people/role-menu/admission.service.ts'

/** Reasons that an approved application does not remove. */
const beyondApplying = new Set<ErrorName>(['examNotOpen', 'examDisabled', 'examEnded', 'examNoTries', 'examTooLate'])

/** A paper that is prepared needs no stock; neither does an exam on paper. */
const stockProblem = async ({ app }: Ctx, entry: Entry): Promise<ErrorName[]> =>
  entry.offline || entry.paperState === PaperState.prepared || (await isDrawable(app, entry)) ? [] : ['examStock']

async function withProcess(ctx: Ctx, courses: Entry['unlearnt']) {
  const sums = await courseSums(
    ctx,
    courses.map((one) => one.id),
  )
  return courses.map((one) => ({ ...one, process: sums.get(one.id)?.process ?? 0 }))
}

/** The state of one exam for the start page: open paper, tries left, reasons against starting. Fails notFound, and moduleOff without an open paper. */
export async function findCheckInfo(
  ctx: Ctx,
  { id }: Input<(typeof checkInfo)['check-info']>,
): Promise<Output<(typeof checkInfo)['check-info']>> {
  const entry = await findEntry(ctx, id)
  const applicant = await applicantOf(ctx, entry)
  const ongoingPaperId = await openPaperOf(ctx.app, entry)
  const isOpen = ongoingPaperId !== null
  if (!isOpen) await mustHaveModule(ctx, 'exam')
  const problems = isOpen ? [] : [...entryProblems(entry, applicant, ctx.now), ...(await stockProblem(ctx, entry))]
  const isApproved = applicant.application === 'approved'
  const { tries, apply, price, costPoints, startTime, endTime, minutes, fullScreen, noFullScreen, captureMinutes, noFace, arranged } = entry
  return {
    canStart: problems.length === 0,
    reasons: problems.map((name) => wording(ctx, messageOf(name, entry))),
    reasonKeys: problems,
    courses: problems.includes('examCourse') ? await withProcess(ctx, entry.unlearnt) : [],
    needPassword: !isOpen && !isApproved && needsPassword(entry),
    needFace: !isOpen && !isApproved && entry.needFace,
    needApply: !isOpen && !isApproved && entry.needApply,
    canApply:
      !isOpen && applicant.application === undefined && takesApplications(entry) && !problems.some((name) => beyondApplying.has(name)),
    apply: apply && { auditState: apply.auditState, auditMsg: apply.auditMsg, applyTime: apply.applyTime, auditUsed: apply.auditUsed },
    needPay: problems.includes('examNotBought'),
    price,
    costPoints,
    chances: tries === 0 ? null : Math.max(0, tries - entry.used),
    ongoingPaperId,
    terms: {
      startTime,
      endTime,
      openHours: entry.ownStart || entry.ownEnd ? '' : entry.openHours,
      minutes,
      fullScreen: fullScreen && !noFullScreen,
      captureMinutes: noFace ? 0 : captureMinutes,
      arranged,
    },
  }
}
