// Where a question is used: templates, exams, draw rules, and its training figures.
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { Drawer, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { Figures } from '../../../../kernel/piece/Figures.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import styles from './duplicates.module.css'
import { questionTitle } from '../../../../shared/question-title.ts'

type WhereUsedProps = { id: string; title: string; onClose: () => void }

export function WhereUsed({ id, title, onClose }: WhereUsedProps) {
  const { data, error, refetch } = useCall(qu['where-used'], { id }, { quiet: true })
  return (
    <Drawer open title={t('使用情况')} size={480} onClose={onClose}>
      <Flex vertical gap="large">
        <Typography.Paragraph strong ellipsis={{ rows: 3 }} style={{ margin: 0 }}>
          {questionTitle(title)}
        </Typography.Paragraph>
        {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />)}
        {data && (
          <>
            <Figures
              items={[
                { label: t('训练作答'), value: data.answers },
                { label: t('答对'), value: data.rights },
                {
                  label: t('正确率'),
                  value: data.answers === 0 ? '—' : `${Math.round((data.rights / data.answers) * 1_000) / 10}%`,
                },
              ]}
            />
            <Named title={t('试卷模板')} rows={data.tmpls} to={(one) => `/admin/exam/tmpl/update/${one}`} permit="tmpl:update" />
            <Named title={t('考试')} rows={data.exams} to={(one) => `/admin/exam/update/${one}`} permit="exam:update" />
            <Named
              title={t('可能抽到它的模板')}
              hint={t('按题库、题型和难度随机抽题，不一定每次都抽到')}
              rows={data.drawn}
              to={(one) => `/admin/exam/tmpl/update/${one}`}
              permit="tmpl:update"
            />
          </>
        )}
      </Flex>
    </Drawer>
  )
}

type NamedProps = { title: string; hint?: ReactNode; rows: { id: string; title: string }[]; to: (id: string) => string; permit: string }

function Named({ title, hint, rows, to, permit }: NamedProps) {
  return (
    <section>
      <Typography.Title level={5} style={{ marginBlockStart: 0 }}>
        {title}
      </Typography.Title>
      {hint && rows.length > 0 && <Typography.Paragraph type="secondary">{hint}</Typography.Paragraph>}
      {rows.length === 0 ? (
        <Typography.Text type="secondary">{t('没有使用')}</Typography.Text>
      ) : (
        <ul className={styles.usedList}>
          {rows.map((one) => (
            <li key={one.id}>
              <Can permit={permit} fallback={one.title}>
                <Link to={to(one.id)}>{one.title}</Link>
              </Can>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
