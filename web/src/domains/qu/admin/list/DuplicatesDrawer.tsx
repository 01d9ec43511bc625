// Equal or similar questions of a bank, side by side, so that one of them can be removed.
import { qu, quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Alert, Button, Drawer, Flex, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import { useBinRemove } from '../../../../shared/list/useBinRemove.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { QuestionView } from '../../QuestionView.tsx'
import { LevelTag } from '../../levels.tsx'
import styles from './duplicates.module.css'

type Group = Data<typeof qu.duplicates>['groups'][number]
type Row = Group['questions'][number]
const kinds: Record<Group['kind'], { text: PlainText; color: string }> = {
  same: { text: '完全相同', color: 'error' },
  stem: { text: '题干相同', color: 'warning' },
  like: { text: '内容相近', color: 'default' },
}
const shown = 5

type DuplicatesDrawerProps = { repoId: string; from: string; onClose: () => void }

export function DuplicatesDrawer({ repoId, from, onClose }: DuplicatesDrawerProps) {
  const { data, error, refetch } = useCall(qu.duplicates, { repoId }, { quiet: true, gcTime: 0 })
  const [page, setPage] = useState(1)
  const remove = useBinRemove('qu', qu.delete, [qu.duplicates, qu.paging, chapter.list, repo.detail, repo.paging])
  const groups = data?.groups ?? []
  const at = Math.min(page, Math.max(1, Math.ceil(groups.length / shown)))
  return (
    <Drawer open title={t('查重')} size={960} onClose={onClose}>
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />)}
      {data && (
        <Flex vertical gap="middle">
          {!data.compared && <Alert type="info" showIcon title={t('题库很大，只查找了题干相同的试题，没有比较相近的文字')} />}
          {groups.length === 0 ? (
            <PageEmpty text={t('没有发现重复的试题')} />
          ) : (
            <span aria-live="polite">{t('发现 {{n}} 组相同或相近的试题', { n: groups.length })}</span>
          )}
          {groups.slice((at - 1) * shown, at * shown).map((group) => (
            <GroupView
              key={group.questions.map((one) => one.id).join()}
              group={group}
              from={from}
              remove={(row) => void remove(row.id, { name: row.title || t('（图片题）') })}
            />
          ))}
          {groups.length > shown && (
            <Pagination align="end" current={at} pageSize={shown} total={groups.length} showSizeChanger={false} onChange={setPage} />
          )}
        </Flex>
      )}
    </Drawer>
  )
}

type GroupViewProps = { group: Group; from: string; remove: (row: Group['questions'][number]) => void }

function GroupView({ group, from, remove }: GroupViewProps) {
  const { text, color } = kinds[group.kind]
  return (
    <section className={styles.doubleGroup} aria-label={t(text)}>
      <Tag color={color}>{t(text)}</Tag>
      <div className={styles.doubleSides}>
        {group.questions.map((row) => (
          <article key={row.id} className={styles.doubleSide}>
            <Flex wrap gap={4} align="center">
              <Tag color="processing">{tLabel(quTypeText[row.quType])}</Tag>
              <LevelTag level={row.level} />
              {row.chapterId_dictText && <Tag>{row.chapterId_dictText}</Tag>}
              <small className={styles.doubleTime}>{row.createTime}</small>
            </Flex>
            <Whole row={row} />
            <Flex gap="small" justify="end" className={styles.doubleFoot}>
              <Can permit="qu:update">
                <Link to={`/admin/repo/qu/update/${row.id}`} state={{ from }}>
                  <Button size="small">{t('打开')}</Button>
                </Link>
              </Can>
              <Can permit="qu:delete">
                <Button size="small" danger onClick={() => remove(row)}>
                  {t('删除这一题')}
                </Button>
              </Can>
            </Flex>
          </article>
        ))}
      </div>
    </section>
  )
}

/** With options and key, because questions with equal stems may differ there. */
function Whole({ row }: { row: Row }) {
  const { data, error, refetch } = useCall(qu.detail, { id: row.id }, { quiet: true, staleTime: 30_000 })
  if (error && !data) return <PageError compact error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading shape="form" rows={2} />
  return <QuestionView type={data.quType} body={QuestionBody.parse(data.body)} withKey />
}
