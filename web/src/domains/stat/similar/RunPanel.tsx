// The comparison itself: what it needs, its progress, and why it shows nothing.
import { DownloadOutlined } from '@ant-design/icons'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { examSimilar, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { can } from '../../../kernel/access/permission.ts'
import { download } from '../../../kernel/call/api.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { listed, t } from '../../../kernel/i18n.ts'
import { messageText } from '../../../kernel/messages.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { isUnfinished, type Overview } from './similar-view.ts'
import styles from './similar.module.css'

const RUN = 'exam:similar:run'

export function useRun(examId: string) {
  const run = useCommand(examSimilar.run, { quiet: true, refresh: [examSimilar.state] })
  return { start: () => run.mutate({ examId }), busy: run.isPending, refusal: run.error?.message ?? '' }
}
type Run = ReturnType<typeof useRun>

/** Title, when and what was compared, and what can be done. */
export function RunHead({ examId, data, run }: { examId: string; data: Overview; run: Run }) {
  const [saving, setSaving] = useState(false)
  const { state, runTime, papers, pairs, stale, earlier } = data
  const save = async () => {
    setSaving(true)
    await download(examSimilar.export, { examId }).catch(() => undefined)
    setSaving(false)
  }
  return (
    <header className={styles.head}>
      <div>
        <h2>{t('相似作答（供复核）')}</h2>
        {state === SimilarState.done && runTime !== null && (
          <p className={styles.note}>
            {t('{{time}} 计算，比较了 {{n}} 份答卷、{{pairs}} 对', {
              time: runTime.slice(0, 16),
              n: papers,
              pairs: pairs.toLocaleString('en'),
            })}
          </p>
        )}
        {earlier.length > 0 && (
          <p className={styles.note}>
            {t('另外比较了同一模板较早的考试：{{titles}}', { titles: listed(earlier.map((one) => one.title)) })}
          </p>
        )}
      </div>
      {state !== null && (
        <div className={styles.acts}>
          {state === SimilarState.done && (
            <Button icon={<DownloadOutlined />} loading={saving} onClick={() => void save()}>
              {t('导出相似作答')}
            </Button>
          )}
          <Can permit={RUN}>
            <Button type={stale ? 'primary' : 'default'} loading={run.busy} disabled={isUnfinished(state)} onClick={run.start}>
              {t('重新计算')}
            </Button>
          </Can>
        </div>
      )}
    </header>
  )
}

/** Before the first comparison. */
export function NotYet({ run }: { run: Run }) {
  return (
    <PageEmpty
      text={t('还没有比较过本场考试的答卷')}
      hint={t(
        '比较每两份答卷，找出选项相同得不寻常的，供您对照查看。全部交卷后才能计算，至少需要 30 人和 20 道共同试题。不会改变任何成绩。',
      )}
      action={
        can([RUN]) ? (
          <Button type="primary" loading={run.busy} onClick={run.start}>
            {t('开始计算')}
          </Button>
        ) : (
          t('请有“计算相似作答”权限的人员计算。')
        )
      }
    />
  )
}

function Working({ state }: { state: Overview['state'] }) {
  return (
    <div className={styles.working} role="status">
      <b>{state === SimilarState.queued ? t('正在排队') : t('正在比较答卷')}</b>
      <Progress percent={100} status="active" showInfo={false} aria-label={t('计算进度')} />
      <span className={styles.note}>{t('人数多时需要几分钟。可以离开本页，计算会继续，完成后结果显示在这里。')}</span>
    </div>
  )
}

const problems = {
  few: {
    title: '人数或题数过少，无法判断',
    hint: '至少需要 30 份答卷和 20 道共同试题。较小的考试请直接查看答卷和监考记录。',
  },
  unfit: {
    title: '本场考试的作答不符合统计方法的前提，因此不显示结果',
    hint: '常见原因：一个章节里混有互不相干的内容，或多道试题的答案有误。请先核对“试题分析”中区分度为负的试题，改正后重新计算。',
  },
} as const

/** Everything that stands between the head and the results. */
export function RunNotices({ data, run }: { data: Overview; run: Run }) {
  const { state, problem, stale } = data
  const problemText = problem === 'few' || problem === 'unfit' ? problems[problem] : undefined
  return (
    <>
      {run.refusal !== '' && !isUnfinished(state) && <Alert type="warning" showIcon role="alert" title={run.refusal} />}
      {isUnfinished(state) && <Working state={state} />}
      {state === SimilarState.failed && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={problem === 'long' ? messageText(sayError('similarTooLong')) : t('计算没有完成')}
          description={t('请重新计算；再次失败时请联系系统管理员。下面若有结果，是上一次的。')}
        />
      )}
      {state === SimilarState.done && stale && (
        <Alert
          type="warning"
          showIcon
          title={t('答卷已变化，请重新计算')}
          description={t('计算之后有答卷新增、删除或重新判分，下面是变化之前的结果。已写的说明会保留。')}
        />
      )}
      {state === SimilarState.done && problemText && (
        <Alert type="info" showIcon title={t(problemText.title)} description={t(problemText.hint)} />
      )}
    </>
  )
}
