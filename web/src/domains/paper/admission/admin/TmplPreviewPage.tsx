// Back office: the whole paper of a template as a candidate sees it, to read and to print.
import { FilePdfOutlined } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { trial } from '@shuyuan/contract/paper/trial.ts'
import { Alert, Button, Flex, Segmented, Typography } from 'antd'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { CallFailure, download } from '../../../../kernel/call/api.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { usePageSubject } from '../../../../shared/page/page-subject.ts'
import { pointsText } from '../../question/marked.ts'
import { PaperSheet, type SheetGroup } from '../trial/PaperSheet.tsx'
import { newSeed } from '../trial/seed.ts'
import styles from '../trial/trial.module.css'

type Paper = Data<typeof trial.draw>
/** There is no answer: nothing is right or wrong. */
const unsat = <Q extends { answer: unknown; markState: unknown }>({ answer: _none, markState: _unmarked, ...question }: Q) => question
const unsatGroups = (groups: Paper['groups']): SheetGroup[] =>
  groups.map((group) => ({
    ...group,
    quList: group.quList.map(({ subList, ...question }) => ({ ...unsat(question), subList: subList.map(unsat) })),
  }))

function usePrint(tmplId: string, seed: string, keys: boolean) {
  const [busy, setBusy] = useState(false)
  const print = async () => {
    setBusy(true)
    try {
      await download(trial.print, { tmplId, seed, keys })
    } catch (error) {
      // the refusal has been shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { busy, print }
}

export default function TmplPreviewPage() {
  const { id: tmplId = '' } = useParams()
  const [seed, setSeed] = useState(newSeed)
  const [keys, setKeys] = useState(false)
  const { data, error, refetch } = useCall(
    trial.draw,
    { tmplId, seed, keys },
    { quiet: true, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  )
  const { busy, print } = usePrint(tmplId, seed, keys)
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  return (
    <div className={styles.sheet}>
      <Flex wrap gap="small" align="center" justify="space-between">
        <div>
          <h2 className={styles.title}>{data.title}</h2>
          <Typography.Text type="secondary">
            {t('共 {{count}} 题，{{score}} 分', { count: data.quCount, score: pointsText(data.totalScore) })}
          </Typography.Text>
        </div>
        <Flex wrap gap="small">
          <Segmented<boolean>
            aria-label={t('显示内容')}
            value={keys}
            onChange={setKeys}
            options={[
              { label: t('考生所见'), value: false },
              { label: t('含答案和解析'), value: true },
            ]}
          />
          <Button icon={<FilePdfOutlined />} loading={busy} onClick={() => void print()}>
            {keys ? t('打印答案卷（PDF）') : t('打印试卷（PDF）')}
          </Button>
          <Link to={`/web/exam/trial?tmpl=${tmplId}`} tabIndex={-1}>
            <Button type="primary">{t('试考')}</Button>
          </Link>
        </Flex>
      </Flex>
      {data.random && (
        <Alert
          type="info"
          showIcon
          title={t('本模板从题库随机抽题：下面是抽到的一份示例，每位考生的试题可能不同。')}
          action={
            <Button size="small" onClick={() => setSeed(newSeed())}>
              {t('再抽一份')}
            </Button>
          }
        />
      )}
      <PaperSheet groups={unsatGroups(data.groups)} />
    </div>
  )
}
