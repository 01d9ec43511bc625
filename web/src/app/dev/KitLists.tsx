// Kit: lists and cards with the existing banks.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Button, Card, Flex, Typography } from 'antd'
import { CardGrid } from '../../kernel/list/CardGrid.tsx'
import { t } from '../../kernel/i18n.ts'
import { useRemove } from '../../kernel/list/useRemove.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { notify } from '../../kernel/notify.ts'

const show = (ids: string[]) => notify.info(ids.join('、'))

export function KitLists() {
  const remove = useRemove(repo.delete, [repo.paging])
  return (
    <Flex vertical gap="large">
      <ListPage
        of={repo.paging}
        urlKey="banks"
        search={['title', { name: 'isExam', title: '用于考试' }]}
        columns={['title', 'isExam', 'isTrain', { name: 'quCount', sortable: true }, { name: 'remark', hidden: true }, 'createTime']}
        toolbar={<Button type="primary">{t('新建题库')}</Button>}
        actions={(row) => (
          <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.title })}>
            {t('删除')}
          </Button>
        )}
        batch={[
          { label: '查看编号', onRun: show },
          {
            label: '删除',
            permit: 'repo:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title })),
              ),
          },
        ]}
        empty={{ hint: t('题库里放试题，试卷从题库抽题'), action: <Button type="primary">{t('新建题库')}</Button> }}
      />
      <CardGrid
        of={repo.paging}
        urlKey="cards"
        perLine={4}
        render={(row) => (
          <Card size="small" title={row.title}>
            <Typography.Text type="secondary">{t('{{n}} 题', { n: row.quCount })}</Typography.Text>
          </Card>
        )}
      />
    </Flex>
  )
}
