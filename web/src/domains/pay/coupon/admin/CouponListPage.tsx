// Back office: coupons and redeem codes.
import { PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { coupon, type CouponKind } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { goodsType, type GoodsType } from '@shuyuan/contract/pay/order-state.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Can } from '../../../../kernel/access/Can.tsx'
import { download } from '../../../../kernel/call/api.ts'
import { useFormValue, useSetFormValue } from '../../../../kernel/form/form-context.ts'
import { FormDialog } from '../../../../kernel/form/FormDialog.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { useCommand } from '../../../../kernel/call/query.ts'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { GoodsSelect } from '../GoodsSelect.tsx'

const Field = fieldOf(coupon.add)
type Row = RowOf<typeof coupon.paging>
const place = (row: Row) => {
  if (!row.goodsType) return t('全部商品')
  const kind = tLabel(goodsType[row.goodsType])
  return row.goodsId ? `${kind} ${row.goodsTitle || row.goodsId}` : kind
}

/** The fields of a coupon; those that do nothing for its kind are not shown. */
function CouponFields() {
  const kind = useFormValue<CouponKind>('kind')
  const type = useFormValue<GoodsType | null>('goodsType')
  const setValue = useSetFormValue()
  return (
    <>
      <Field name="title" />
      <Field name="kind" />
      {kind === 'off' && <Field name="amount" />}
      {kind === 'percent' && <Field name="percent" extra={t('按原价的百分之几付款')} />}
      <Field name="goodsType" required={false} extra={t('不选则适用于全部商品')}>
        <Select
          allowClear
          options={Object.entries(goodsType).map(([value, label]) => ({ value, label: tLabel(label) }))}
          onChange={() => setValue('goodsId', null)}
        />
      </Field>
      {type && (
        <Field name="goodsId" required={false} extra={t('不选则适用于该类型的全部商品')}>
          <GoodsSelect key={type} goodsType={type} />
        </Field>
      )}
      <Field name="mostUses" extra={t('每个优惠码可以使用几次')} />
      <Field name="total" extra={t('一次生成几个优惠码')} />
      <Field name="expireTime" required={false} />
    </>
  )
}

export default function CouponListPage() {
  const [adding, setAdding] = useState(false)
  const turn = useCommand(coupon.state, { refresh: [coupon.paging] })
  return (
    <>
      <ListPage
        of={coupon.paging}
        search={['title', 'code', 'kind', 'enabled']}
        columns={[
          { name: 'code', width: 160 },
          { name: 'title', width: 180, ellipsis: true },
          { name: 'effect', width: 120 },
          { name: 'goodsType', width: 180, ellipsis: true, render: place },
          { name: 'used', width: 100, align: 'right', sortable: true, render: (row) => `${row.used} / ${row.mostUses}` },
          {
            name: 'enabled',
            width: 80,
            render: (row) => <Tag tone={row.enabled ? 'good' : 'plain'}>{t(row.enabled ? '已启用' : '未启用')}</Tag>,
          },
          { name: 'expireTime', width: 172, sortable: true },
          { name: 'createTime', width: 172, sortable: true, hidden: true },
        ]}
        batch={[
          { label: '启用', permit: 'pay:coupon:update', onRun: (ids) => turn.mutateAsync({ ids, enabled: true }) },
          { label: '停用', permit: 'pay:coupon:update', onRun: (ids) => turn.mutateAsync({ ids, enabled: false }) },
        ]}
        toolbar={(list) => (
          <>
            <Can permit="pay:coupon:add">
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                {t('新建优惠券')}
              </Button>
            </Can>
            <Button
              onClick={() => {
                // a failed download has shown its message
                download(coupon.export, { params: list.params }).catch(() => undefined)
              }}
            >
              {t('导出优惠券')}
            </Button>
          </>
        )}
        empty={{ hint: t('学员在支付窗口填写优惠码或兑换码') }}
      />
      {adding && (
        <FormDialog
          of={coupon.add}
          open
          title={t('新建优惠券')}
          initial={{ kind: 'off', amount: '10.00', percent: 90, mostUses: 1, total: 1 }}
          submitText="保存"
          done={t('操作成功！')}
          refresh={[coupon.paging]}
          onClose={() => setAdding(false)}
        >
          <CouponFields />
        </FormDialog>
      )}
    </>
  )
}
