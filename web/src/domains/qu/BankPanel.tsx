// Beside the question list: the bank, and its chapters with their question counts.
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button, Flex, Menu } from 'antd'
import { t } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { RepoSelect } from '../repo/RepoSelect.tsx'
import chapterStyles from '../repo/chapter.module.css'
import styles from './bank.module.css'

export type BankChoice = { repoId: string | undefined; chapterId: string | undefined }
type BankPanelProps = BankChoice & {
  onChange: (choice: BankChoice) => void /** without it chapters cannot be edited here */
  onManage?: () => void
}

export function BankPanel({ repoId, chapterId, onChange, onManage }: BankPanelProps) {
  return (
    <Flex vertical gap="small">
      <RepoSelect value={repoId} placeholder={t('全部题库')} onChange={(next) => onChange({ repoId: next, chapterId: undefined })} />
      {repoId === undefined ? (
        <p className={styles.bankHint}>{onManage ? t('选择题库后可以按章节查看、导入和导出试题') : t('选择题库后可以按章节查看')}</p>
      ) : (
        <>
          <Chapters repoId={repoId} chapterId={chapterId} onChoose={(next) => onChange({ repoId, chapterId: next })} />
          {onManage && (
            <Button type="dashed" block onClick={onManage}>
              {t('管理章节')}
            </Button>
          )}
        </>
      )}
    </Flex>
  )
}

const ALL = 'all'
type ChaptersProps = { repoId: string; chapterId: string | undefined; onChoose: (chapterId: string | undefined) => void }

function Chapters({ repoId, chapterId, onChoose }: ChaptersProps) {
  const { data, error, refetch } = useCall(chapter.list, { repoId })
  const bank = useCall(repo.detail, { id: repoId })
  if (!data) return error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  const item = (key: string, title: string, count: number | undefined, isSection = false) => ({
    key,
    label: (
      <span className={chapterStyles.repoOption} data-section={isSection || undefined}>
        <span className={styles.bankChapter}>{title}</span>
        <small>{count}</small>
      </span>
    ),
  })
  return (
    <Menu
      mode="inline"
      className={styles.bankChapters}
      aria-label={t('章节')}
      selectedKeys={[chapterId ?? ALL]}
      items={[
        item(ALL, t('全部章节'), bank.data?.quCount),
        ...data.map((one) => item(one.id, one.title, one.quCount, one.parentId !== '')),
      ]}
      onClick={({ key }) => onChoose(key === ALL ? undefined : key)}
    />
  )
}
