// Makes templates for tests and demo data.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { saveTmpl } from './tmpl.service.ts'

/** A published template of the given groups; `draws` alone makes one group of draw rules. @returns its id */
export async function makeTmpl(
  ctx: Ctx,
  given: Pick<Input<typeof tmpl.save>, 'groups'> & Partial<Input<typeof tmpl.save>>,
): Promise<string> {
  const { id } = await saveTmpl(ctx, { title: '模拟试卷', remark: '', quShuffle: true, optionShuffle: true, publish: true, ...given })
  return id
}
