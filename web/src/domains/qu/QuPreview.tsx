// A bank question in a drawer: as a learner sees it, and with its key.
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { quTypeText, qu } from '@shuyuan/contract/qu/qu.ts'
import { Button, Drawer, Flex, Segmented, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../kernel/access/Can.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall } from '../../kernel/call/query.ts'
import { LevelTag } from './levels.tsx'
import { QuestionView } from './QuestionView.tsx'

type QuPreviewProps = {
  id: string
  onClose: () => void
  /** shows a link to the editor, which returns to this address */
  editableFrom?: string
}

export function QuPreview({ id, onClose, editableFrom }: QuPreviewProps) {
  const { data, error, refetch } = useCall(qu.detail, { id }, { staleTime: 0 })
  const [withKey, setWithKey] = useState(true)
  const views = [
    { value: 'learner', label: t('学员所见') },
    { value: 'key', label: t('含答案') },
  ]
  return (
    <Drawer
      open
      title={t('试题预览')}
      size={640}
      onClose={onClose}
      extra={
        editableFrom !== undefined &&
        data && (
          <Can permit="qu:update">
            <Link to={`/admin/repo/qu/update/${id}`} state={{ from: editableFrom }}>
              <Button type="primary">{t('编辑')}</Button>
            </Link>
          </Can>
        )
      }
    >
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />)}
      {data && (
        <Flex vertical gap="middle">
          <Flex wrap gap="small" align="center" justify="space-between">
            <Flex wrap gap={4}>
              <Tag color="processing">{tLabel(quTypeText[data.quType])}</Tag>
              <LevelTag level={data.level} />
              {data.chapterId_dictText && <Tag>{data.chapterId_dictText}</Tag>}
              <Tag>{t('第{{n}}版', { n: data.version })}</Tag>
            </Flex>
            <Segmented
              options={views}
              value={withKey ? 'key' : 'learner'}
              aria-label={t('预览方式')}
              onChange={(value) => setWithKey(value === 'key')}
            />
          </Flex>
          <QuestionView type={data.quType} body={QuestionBody.parse(data.body)} withKey={withKey} />
        </Flex>
      )}
    </Drawer>
  )
}
