// Learner: the exams of the signed-in user, each with the paper that counts.
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { type OwnPaper, paperLink } from '../own-papers.tsx'
import { OwnPaperList } from '../OwnPaperList.tsx'

const actions = (row: OwnPaper) => (
  <>
    {paperLink(row)}
    <Link to={`/web/paper/list/${row.examId}/${row.userId}`}>{t('考试记录')}</Link>
  </>
)

export default function MyPaperPage() {
  return (
    <>
      <h1>{t('我的成绩')}</h1>
      <OwnPaperList
        search
        fixedParams={{ mine: true, bestOnly: true }}
        actions={actions}
        empty={{ hint: t('参加过的考试会出现在这里。'), action: <Link to="/web/course">{t('去看看有哪些考试')}</Link> }}
      />
    </>
  )
}
