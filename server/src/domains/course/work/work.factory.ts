// Makes assignments for tests and demo data.
import { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { WorkFinish } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { saveWork } from './setting.service.ts'

/** An assignment that takes text and files, without a deadline, with one try and 60 of 100 points to pass. */
export const sampleWork: Body<typeof courseWork.save> = {
  title: '模拟作业',
  content: '<p>请完成作业。</p>',
  maxScore: 100,
  passScore: 60,
  deadlineTime: null,
  deadlineDays: null,
  late: false,
  latePercent: 0,
  tries: 1,
  takesText: true,
  kinds: ['image', 'document', 'audio', 'video'],
  mostFiles: 5,
  mostMb: 50,
  finish: WorkFinish.passed,
  blind: false,
  attachments: [],
  markerIds: [],
  rubric: [],
}

/** @returns the id of its course file */
export async function makeWork(ctx: Ctx, overrides: Partial<Body<typeof courseWork.save>> = {}): Promise<string> {
  const { id } = await saveWork(ctx, courseWork.save.input.parse({ ...sampleWork, ...overrides }))
  return id
}
