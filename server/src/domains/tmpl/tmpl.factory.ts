// Templates for tests and for the demo school.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { saveTmpl } from './tmpl.service.ts'

/** A published template of the given groups; one drawn group of single-choice questions needs only `draws`. @returns its id */
export async function makeTmpl(
  ctx: Ctx,
  given: Pick<Input<typeof tmpl.save>, 'groups'> & Partial<Input<typeof tmpl.save>>,
): Promise<string> {
  const { id } = await saveTmpl(ctx, { title: '模拟试卷', remark: '', quShuffle: true, optionShuffle: true, publish: true, ...given })
  return id
}
