// My results: every paper I have sat.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { Flex } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'
import { type OwnPaper, paperLink, passColumn, scoreColumn, startColumn } from './own-papers.tsx'

const actions = (row: OwnPaper) => (
  <Flex gap="small">
    {paperLink(row)}
    <Link to={`/web/paper/list/${row.examId}/${row.userId}`}>{t('考试记录')}</Link>
  </Flex>
)

export default function MyPaperPage() {
  return (
    <>
      <h1 style={{ margin: '0 0 16px', fontSize: '1.375rem' }}>{t('我的成绩')}</h1>
      <ListPage
        of={paper.paging}
        search={['title', 'state']}
        columns={['title', 'state', scoreColumn, passColumn, startColumn, 'handTime', 'userTime']}
        fixedParams={{ mine: true }}
        actions={actions}
        empty={{ hint: t('参加过的考试会出现在这里。'), action: <Link to="/web/course">{t('去看看有哪些考试')}</Link> }}
      />
    </>
  )
}
