// Every correction of the exam, with the papers whose scores it changed.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix, fixHow } from '@shuyuan/contract/paper/fix/fix.ts'
import { Modal, Tag } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PassChange } from '../../paper/fix/PassChange.tsx'
import styles from './exam-stat.module.css'
import { questionTitle } from '../../../shared/question-title.ts'

type Row = RowOf<typeof fix.paging>

export function HistoryTab({ examId }: { examId: string }) {
  const [shown, setShown] = useState<Row>()
  return (
    <>
      <ListPage
        of={fix.paging}
        inUrl={false}
        fixedParams={{ examId }}
        columns={[
          { name: 'createTime', width: 170 },
          { name: 'title', ellipsis: true, render: (row) => questionTitle(row.title) },
          {
            name: 'how',
            width: 190,
            render: (row) => (
              <>
                <Tag color={row.live ? 'processing' : 'default'}>{tLabel(fixHow[row.how])}</Tag>
                {!row.done && <Tag color="warning">{t('计分中')}</Tag>}
              </>
            ),
          },
          { name: 'reason', ellipsis: true },
          { name: 'createBy_dictText', width: 100 },
          { name: 'papers', width: 100, align: 'right' },
          { name: 'changed', width: 100, align: 'right' },
        ]}
        actionsWidth={80}
        actions={(row) => (
          <button type="button" className={styles.statLink} onClick={() => setShown(row)}>
            {t('明细')}
          </button>
        )}
        empty={{ text: t('没有修正过试题'), hint: t('答案有误或试题作废时，在“试题分析”中点“修正”') }}
      />
      {shown && (
        <Modal open width={860} footer={null} title={t('分数变动明细')} onCancel={() => setShown(undefined)}>
          <ListPage
            of={fix['log-paging']}
            inUrl={false}
            fixedParams={{ fixId: shown.id }}
            columns={[
              { name: 'realName', width: 110, render: (row) => row.realName || t('匿名') },
              { name: 'deptCode_dictText', ellipsis: true },
              { name: 'oldScore', title: '本题得分', width: 120, render: (row) => `${row.oldScore} → ${row.newScore}` },
              { name: 'oldTotal', title: '总分', width: 120, render: (row) => `${row.oldTotal} → ${row.newTotal}` },
              {
                name: 'newPassed',
                title: '是否及格',
                width: 160,
                render: (row) => <PassChange before={row.oldPassed} after={row.newPassed} />,
              },
            ]}
            empty={{ text: t('没有分数因此变动') }}
          />
        </Modal>
      )}
    </>
  )
}
