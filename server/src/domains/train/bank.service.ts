// Whether a bank may be used for training; checked when a training starts and again before a question of it is shown.
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { say } from '@shuyuan/contract/train/train.server.texts.ts'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { mayUse } from '../pay/order.service.ts'
import { mustFindRepo } from '../repo/repo.service.ts'

/**
 * The bank, if the caller may train on it now. Callers with repo:list always may, and wrong answers may be trained whatever the bank, because their
 * keys have been shown already.
 * Fails notFound for a bank not open to training, repoUnpaid for one that has a price and was not bought.
 */
export async function mustTrainOn(ctx: Ctx, { repoId, mode }: { repoId: string; mode: number }) {
  const repo = await mustFindRepo(ctx, repoId)
  if (mode === TrainMode.wrong || can(ctx, 'repo:list')) return repo
  if (!repo.isTrain) fail('notFound', say('repoNoTraining'))
  if ((repo.price > 0 || repo.costPoints > 0) && !(await mayUse(ctx, 'repo', repoId))) fail('repoUnpaid')
  return repo
}
