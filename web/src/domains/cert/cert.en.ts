import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const certEn = {
  '{{n}} 个月': { one: '{{n}} month', other: '{{n}} months' },
  '一张证书最多 60 个元素': 'A certificate has at most 60 items',
  '下载证书“{{name}}”': 'Download the certificate “{{name}}”',
  不颁发证书: 'No certificate',
  '从获得之日起，0 表示长期有效': 'From the day of issue; 0 means for ever',
  '元素 {{n}}：{{name}}': 'Item {{n}}: {{name}}',
  '先设计证书，再在课程和考试里选择它，或者直接发放给人员。':
    'Design a certificate first, then choose it in courses and exams, or grant it to people directly.',
  删除元素: 'Delete the item',
  '到期前多少天提醒本人；在最早的提醒之后重新学习或考试会续发':
    'Days before the end on which the holder is reminded; learning or passing again after the first reminder renews the certificate',
  发放: 'Grant',
  '发放“{{name}}”': 'Grant “{{name}}”',
  垂直居中: 'Middle',
  套用模板: 'Ready layouts',
  '学完课程、通过考试得到的证书会出现在这里。': 'Certificates earned by courses and exams appear here.',
  '已发放 {{n}} 份证书': { one: '{{n}} certificate granted', other: '{{n}} certificates granted' },
  '已发放的证书保持原样，修改只用于以后的证书': 'Granted certificates stay as they are; changes apply to later ones',
  '已撤销 {{n}} 份证书': { one: '{{n}} certificate revoked', other: '{{n}} certificates revoked' },
  已有且未临近到期的人员不会重复发放: 'People who hold it and whose certificate does not end soon get no second one',
  '已续发 {{n}} 份证书': { one: '{{n}} certificate renewed', other: '{{n}} certificates renewed' },
  '建议 1754 × 1240 像素。点选元素后可以拖动，方向键移动 1 毫米，按住 Shift 移动 5 毫米。':
    '1754 × 1240 pixels are enough. Drag a chosen item; arrow keys move it by 1 mm, with Shift by 5 mm.',
  '手动发放的证书，以及学完课程、通过考试自动颁发的证书，会记在这里':
    'Certificates granted by hand, and those earned by courses and exams, are listed here',
  '打开 {{name}} 的证书': 'Open the certificate of {{name}}',
  插入变量: 'Insert a variable',
  撤消: 'Undo',
  '本人和查验证书的人会看到证书已撤销；原因只告知本人':
    'The holder and people who check it see that it is revoked; only the holder is told the reason',
  水平居中: 'Centre horizontally',
  添加元素: 'Add an item',
  版面设计: 'Layout',
  留空按证书的有效期: 'Empty: by the validity of the certificate',
  续发: 'Renew',
  '证书保存成功！': 'Certificate saved',
  证书预览: 'Preview of the certificate',
  请先修正版面里的问题: 'Please correct the layout first',
  靠上: 'Top',
  靠下: 'Bottom',
  靠右: 'Right',
  靠左: 'Left',
  '预览 PDF': 'Preview the PDF',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof certEn> {}
}
