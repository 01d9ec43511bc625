// Back office: a teacher chooses exams and courses for a learning platform that asked for links (LTI Deep Linking).
import { ltiChoice, ltiKind } from '@shuyuan/contract/integrate/lti.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Flex, Result } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

type Row = RowOf<typeof ltiChoice.paging>
type Asked = { code: string; multiple: boolean; onDone: () => void }

function Offers({ code, multiple, onDone }: Asked) {
  const [chosen, setChosen] = useState<Row[]>([])
  const answer = useCommand(ltiChoice.answer, { onDone })
  const send = (
    <Button
      type="primary"
      disabled={chosen.length === 0}
      loading={answer.isPending}
      onClick={() => answer.mutate({ code, items: chosen.map((one) => one.id) })}
    >
      {t('提交给学习平台')}
    </Button>
  )
  return (
    <>
      <ListPage
        of={ltiChoice.paging}
        inUrl={false}
        search={['kind', 'title']}
        columns={[
          { name: 'kind', width: 120, render: (row) => tLabel(ltiKind[row.kind]) },
          { name: 'title', sortable: true },
        ]}
        selection={{ selected: chosen, onChange: setChosen, single: !multiple }}
        empty={{ hint: t('只列出启用的考试和课程') }}
      />
      <Flex gap="small" align="center" justify="flex-end" style={{ marginBlockStart: 16 }}>
        <span aria-live="polite">{t('已选{{n}}项', { n: chosen.length })}</span>
        {send}
      </Flex>
    </>
  )
}

export default function LtiSelectPage() {
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  const [isDone, setDone] = useState(false)
  const { data, error } = useCall(ltiChoice.detail, { code }, { enabled: code !== '' && !isDone, quiet: true })
  if (isDone) return <Result status="success" title={t('已提交')} subTitle={t('请回到学习平台的窗口，这个窗口可以关闭。')} />
  if (code === '' || error)
    return (
      <Result status="warning" title={t('请求无效')} subTitle={t('请求已处理、已过期，或在另一个浏览器中打开。请在学习平台中重新开始。')} />
    )
  if (!data) return null
  const { platform, person, multiple } = data
  return (
    <>
      <Alert
        type="info"
        style={{ marginBlockEnd: 16 }}
        title={
          person === ''
            ? t('学习平台“{{platform}}”请求考试和课程的链接', { platform })
            : t('学习平台“{{platform}}”的{{person}}请求考试和课程的链接', { platform, person })
        }
      />
      <Offers code={code} multiple={multiple} onDone={() => setDone(true)} />
    </>
  )
}
