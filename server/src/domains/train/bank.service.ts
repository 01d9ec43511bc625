// Whether a bank may be trained on, asked when a training begins and again before anything of it is told.
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { hasBought } from '../pay/order.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'

/**
 * The bank, where this person may train on it now. Whoever keeps banks may, and one's own wrong answers may be trained wherever they come
 * from, as their keys have been shown. Fails notFound for a bank that is not open to training, repoUnpaid for one that costs money or points and was not bought.
 */
export async function mustTrainOn(ctx: Ctx, { repoId, mode }: { repoId: string; mode: number }) {
  const repo = await mustFindRepo(ctx, repoId)
  if (mode === TrainMode.wrong || can(ctx, 'repo:list')) return repo
  if (!repo.isTrain) fail('notFound', say('repoNoTraining'))
  if ((repo.price > 0 || repo.costPoints > 0) && !(await hasBought(ctx.db, ctx.user.id, 'repo', repoId))) fail('repoUnpaid')
  return repo
}
