// Back office: exams and papers that wait for marking.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { Flex } from 'antd'
import { Link } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { ReviewExams } from '../ReviewExams.tsx'

type Row = RowOf<typeof paper.paging>

export default function ReviewPaperListPage() {
  return (
    <Flex vertical gap="middle">
      <ReviewExams />
      <ListPage
        of={paper.paging}
        search={['title', 'realName']}
        fixedParams={{ state: PaperState.marking }}
        columns={[
          { name: 'title', ellipsis: true },
          { name: 'realName', render: (row: Row) => row.realName || t('匿名') },
          { name: 'deptCode_dictText', ellipsis: true },
          'handTime',
          { name: 'userTime', align: 'right' },
        ]}
        empty={{ text: t('没有等待阅卷的答卷'), hint: t('考生交卷后，含简答题的答卷会出现在这里。') }}
        actions={(row: Row) => <Link to={`/admin/exam/review/${row.id}`}>{t('阅卷')}</Link>}
      />
    </Flex>
  )
}
