// The records of one exam: each attempt of one person.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { Flex } from 'antd'
import { Link, useParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'
import { useMe } from '../../../kernel/session.ts'
import { paperLink, passColumn, scoreColumn, startColumn } from './own-papers.tsx'

export default function PaperListPage() {
  const { examId = '', userId = '' } = useParams()
  const me = useMe()
  return (
    <>
      <Flex gap="middle" align="baseline" style={{ marginBlockEnd: 16 }}>
        <h1 style={{ margin: 0, fontSize: '1.375rem' }}>{t('考试记录')}</h1>
        <Link to="/web/paper">{t('我的成绩')}</Link>
      </Flex>
      <ListPage
        of={paper.paging}
        columns={['title', 'state', scoreColumn, passColumn, startColumn, 'handTime', 'userTime', 'exState']}
        fixedParams={{ examId, userId, ...(userId === me.id ? { mine: true } : {}) }}
        actions={paperLink}
        actionsWidth={120}
        empty={{ hint: t('这场考试还没有记录。') }}
      />
    </>
  )
}
