// Makes certificate templates for tests, demo data and benchmarks.
import { type cert, CertState } from '@shuyuan/contract/cert/cert.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { saveCert } from './cert.service.ts'

/** An enabled template with the layout 荣誉证书, valid for ever. @returns its id */
export async function makeCert(ctx: Ctx, given: Partial<Input<typeof cert.save>> = {}): Promise<string> {
  const { id } = await saveCert(ctx, {
    title: '消防安全培训合格证',
    authority: '云栖酒店集团',
    validMonths: 0,
    remindDays: [60, 30, 7],
    state: CertState.enabled,
    layout: presets.honour,
    ...given,
  })
  return id
}
