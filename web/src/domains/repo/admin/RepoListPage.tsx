// Back office: question banks with their counts and chapters, and links to their questions.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { FlagTag } from '../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { PriceNote } from '../../pay/order/PriceNotes.tsx'
import { Upload } from '../../../shared/Upload.tsx'
import { ChapterDrawer } from '../ChapterDrawer.tsx'

const Field = fieldOf(repo.save)

type Row = RowOf<typeof repo.paging>
/** The price in money or in points; a learner pays one of the two. */
const priceOf = ({ price, costPoints }: Row) =>
  [...(Number(price) > 0 ? [`¥${price}`] : []), ...(costPoints > 0 ? [t('{{n}}积分', { n: costPoints })] : [])].join(t(' 或 ')) || t('免费')
const questionsOf = (row: Row) => `/admin/repo/qu?repoId=${row.id}`

export default function RepoListPage() {
  const [edited, setEdited] = useState<Partial<Row>>()
  const [chapters, setChapters] = useState<Row>()
  const remove = useBinRemove('repo', repo.delete, [repo.paging])
  const add = (
    <Can permit="repo:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEdited({ isExam: true, assist: true })}>
        {t('新建题库')}
      </Button>
    </Can>
  )
  const actions = (row: Row) => (
    <>
      <Can permit="qu:list">
        <Link to={questionsOf(row)}>{t('试题')}</Link>
      </Can>
      <Button type="link" size="small" onClick={() => setChapters(row)}>
        {t('章节')}
      </Button>
      <Can permit="repo:train:list">
        <Link to={`/admin/repo/stat/${row.id}`}>{t('训练概况')}</Link>
      </Can>
      <Can permit="repo:update">
        <Button type="link" size="small" onClick={() => setEdited(row)}>
          {t('编辑')}
        </Button>
      </Can>
      <Can permit="repo:delete">
        <Button
          type="link"
          size="small"
          danger
          onClick={() => void remove(row.id, { name: row.title, effect: t('{{n}} 题', { n: row.quCount }) })}
        >
          {t('删除')}
        </Button>
      </Can>
    </>
  )
  return (
    <>
      <ListPage
        of={repo.paging}
        search={['title', { name: 'isExam', title: '用于考试' }, { name: 'isTrain', title: '开放训练' }]}
        columns={[
          {
            name: 'title',
            width: 220,
            sortable: true,
            render: (row) => (
              <Can permit="qu:list" fallback={row.title}>
                <Link to={questionsOf(row)}>{row.title}</Link>
              </Can>
            ),
          },
          { name: 'quCount', width: 76 },
          { name: 'objCount', width: 76 },
          { name: 'subjCount', width: 76 },
          { name: 'isExam', width: 88, render: (row) => <FlagTag on={row.isExam} /> },
          { name: 'isTrain', width: 88, render: (row) => <FlagTag on={row.isTrain} /> },
          { name: 'price', width: 104, align: 'right', render: priceOf },
          { name: 'remark', width: 220, ellipsis: true, hidden: true },
          { name: 'updateTime', width: 168, sortable: true },
        ]}
        toolbar={add}
        actionsWidth={280}
        actions={actions}
        batch={[
          {
            label: '删除',
            permit: 'repo:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title, effect: t('{{n}} 题', { n: row.quCount }) })),
              ),
          },
        ]}
        empty={{ hint: t('题库存放试题，组卷和训练都从题库取题'), action: add }}
      />
      <FormDialog
        of={repo.save}
        open={edited !== undefined}
        title={edited?.id ? t('编辑题库') : t('新建题库')}
        initial={edited ?? {}}
        done={t('题库保存成功！')}
        refresh={[repo.paging, repo.detail]}
        onClose={() => setEdited(undefined)}
      >
        <Field name="title" />
        <Field name="remark" />
        <Field name="cover" extra={t('学员的题库列表中显示，建议 16:9')}>
          <Upload kind="image" compressOver={500} />
        </Field>
        <Field name="isExam" extra={t('组卷时可以从这个题库选题和抽题')} />
        <Field name="isTrain" extra={t('学员可以用这个题库练习')} />
        <Field name="trainHours" required={false} extra={t('每天这些时段学员可以训练，不填则随时可以')} />
        <Field name="price" extra={<PriceNote kind="money" text={t('训练这个题库的价格，0 为免费')} />} />
        <Field name="assist" extra={t('关闭后，本题库的试题和答案不发送给智能助手，也不能用它出题')} />
        <Field name="costPoints" extra={<PriceNote kind="points" text={t('也可以用积分兑换；两者填一个即可，都为 0 时免费')} />} />
      </FormDialog>
      {chapters && <ChapterDrawer open repoId={chapters.id} title={chapters.title} onClose={() => setChapters(undefined)} />}
    </>
  )
}
