// A site of xzs as its dumps have it: written by hand, with the shapes of its tables.
const question = (title: string, items: [string, string, number?][], more: { correct?: string; analyze?: string } = {}) =>
  JSON.stringify({
    titleContent: title,
    analyze: more.analyze ?? '',
    questionItemObjects: items.map(([prefix, content, score], at) => ({ prefix, content, score: score ?? null, itemUuid: `u${at}` })),
    correct: more.correct ?? '',
  })

/** The codes of xzs. */
const [student, teacher, administrator] = [1, 2, 3]
const [firstGrade, secondGrade] = [1, 2]

type Value = string | number | null
type Row = Record<string, Value>
const at = '2024-03-05 09:30:00'

const user = (id: number, userName: string, more: Row = {}): Row => ({
  id,
  user_uuid: `uuid-${id}`,
  user_name: userName,
  password: 'RSA==',
  real_name: `姓名${id}`,
  age: 12,
  sex: 1,
  birth_day: null,
  user_level: 1,
  phone: null,
  role: student,
  status: 1,
  image_path: null,
  create_time: at,
  modify_time: null,
  last_active_time: null,
  deleted: 0,
  wx_open_id: null,
  ...more,
})

const qu = (id: number, type: number, subject: number, text: number, more: Row = {}): Row => ({
  id,
  question_type: type,
  subject_id: subject,
  score: 50,
  grade_level: 1,
  difficult: 3,
  correct: null,
  info_text_content_id: text,
  create_user: 2,
  status: 1,
  create_time: at,
  deleted: 0,
  ...more,
})

const paper = (id: number, name: string, frame: number, more: Row = {}): Row => ({
  id,
  name,
  subject_id: 1,
  paper_type: 1,
  grade_level: 1,
  score: 200,
  question_count: 4,
  suggest_time: 45,
  limit_start_time: null,
  limit_end_time: null,
  frame_text_content_id: frame,
  create_user: 2,
  create_time: at,
  deleted: 0,
  task_exam_id: null,
  ...more,
})

const handed = (id: number, paperId: number, userId: number, score: number, more: Row = {}): Row => ({
  id,
  exam_paper_id: paperId,
  paper_name: '语文期中',
  paper_type: 1,
  subject_id: 1,
  system_score: score,
  user_score: score,
  paper_score: 200,
  question_correct: 3,
  question_count: 4,
  do_time: 600,
  status: 2,
  create_user: userId,
  create_time: '2024-04-01 10:00:00',
  task_exam_id: null,
  ...more,
})

const gap = (n: number) => `<span class="gapfilling-span u${n}">${n}</span>`

export const xzsRows: Record<string, Row[]> = {
  t_user: [
    user(1, 'student', { phone: '19171171610' }),
    user(2, 'admin2', { role: administrator, user_level: null }),
    user(3, 'teacher3', { role: teacher, user_level: null, real_name: '老师\'三"' }),
    user(4, 'off4', { status: 2, user_level: 12 }),
    user(5, 'gone5', { deleted: 1 }),
    user(6, 'bad name'),
    user(7, 'twin7', { phone: '19171171610' }),
  ],
  t_subject: [
    { id: 1, name: '语文', level: firstGrade, level_name: '一年级', item_order: 1, deleted: 0 },
    { id: 2, name: '数学', level: firstGrade, level_name: '一年级', item_order: 2, deleted: 0 },
    { id: 3, name: '空的', level: secondGrade, level_name: '二年级', item_order: 3, deleted: 0 },
  ],
  t_text_content: [
    {
      id: 1,
      content: question(
        '<p>床前明月<span style="font-size:18px">光</span></p>',
        [
          ['A', '李白'],
          ['B', '杜甫'],
        ],
        { analyze: '静夜思' },
      ),
      create_time: at,
    },
    {
      id: 2,
      content: question('下列哪些是诗人？<img src="/image/ab/poets.png" />', [
        ['A', '李白'],
        ['B', '牛顿'],
        ['C', '杜甫'],
      ]),
      create_time: at,
    },
    {
      id: 3,
      content: question('李白是唐代人', [
        ['A', '是'],
        ['B', '否'],
      ]),
      create_time: at,
    },
    {
      id: 4,
      content: question(`<p>白日依山${gap(1)}，黄河入海${gap(2)}。</p>`, [
        ['1', '尽', 20],
        ['2', '流', 30],
      ]),
      create_time: at,
    },
    { id: 5, content: question("谈谈《静夜思》; 「it's」\\ 100%", [], { correct: '<p>思乡</p>' }), create_time: at },
    {
      id: 6,
      content: question('没有正确选项', [
        ['A', '甲'],
        ['B', '乙'],
      ]),
      create_time: at,
    },
    { id: 7, content: '{broken', create_time: at },
    {
      id: 8,
      content: JSON.stringify([
        {
          name: '一、选择',
          questionItems: [
            { id: 2, itemOrder: 2 },
            { id: 1, itemOrder: 1 },
            { id: 3, itemOrder: 3 },
          ],
        },
        {
          name: '二、其他',
          questionItems: [
            { id: 4, itemOrder: 4 },
            { id: 99, itemOrder: 5 },
          ],
        },
      ]),
      create_time: at,
    },
    {
      id: 9,
      content: question('1+1=?', [
        ['A', '<p><img src="https://old.example/image/cd/missing.png"></p>'],
        ['B', '3'],
      ]),
      create_time: at,
    },
  ],
  t_question: [
    qu(1, 1, 1, 1, { correct: 'A' }),
    qu(2, 2, 1, 2, { correct: 'A,C' }),
    qu(3, 3, 1, 3, { correct: 'A' }),
    qu(4, 4, 1, 4, { correct: '' }),
    qu(5, 5, 1, 5),
    qu(6, 1, 1, 6, { correct: 'D' }),
    qu(7, 1, 1, 7, { correct: 'A' }),
    qu(8, 1, 1, 1, { correct: 'A' }),
    qu(9, 1, 2, 9, { correct: 'A' }),
    qu(10, 1, 2, 9, { correct: 'A', deleted: 1 }),
  ],
  t_exam_paper: [
    paper(1, '语文期中', 8),
    paper(2, '删掉的', 8, { deleted: 1 }),
    paper(3, '下学期', 8, { paper_type: 4, limit_start_time: '2099-01-01 09:00:00', limit_end_time: '2099-01-02 09:00:00' }),
  ],
  t_exam_paper_answer: [
    handed(1, 1, 1, 120),
    handed(2, 1, 1, 150),
    handed(3, 1, 4, 80),
    handed(4, 1, 3, 100, { status: 1 }),
    handed(5, 1, 5, 90),
  ],
}

const booleans = new Set(['deleted'])

/** As mysqldump writes it. */
export function xzsMysql(rows = xzsRows): string {
  const literal = (name: string, value: Value) => {
    if (value === null) return 'NULL'
    if (booleans.has(name)) return `b'${value}'`
    return typeof value === 'number'
      ? String(value)
      : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"').replaceAll('\n', '\\n')}'`
  }
  const tables = Object.entries(rows).map(([table, some]) => {
    const names = Object.keys(some[0] ?? {})
    const columns = names.map((name) => `  \`${name}\` ${booleans.has(name) ? 'bit(1)' : 'varchar(255)'} DEFAULT NULL`).join(',\n')
    const values = some.map((row) => `(${names.map((name) => literal(name, row[name] ?? null)).join(',')})`).join(',')
    return `DROP TABLE IF EXISTS \`${table}\`;\nCREATE TABLE \`${table}\` (\n${columns},\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\nINSERT INTO \`${table}\` VALUES ${values};\n`
  })
  return `-- MySQL dump 10.13  Distrib 8.0.36\n/*!40101 SET NAMES utf8mb4 */;\n${tables.join('')}-- Dump completed\n`
}

/** As pg_dump writes it. */
export function xzsPostgres(rows = xzsRows): string {
  const literal = (name: string, value: Value) => {
    if (value === null) return String.raw`\N`
    if (booleans.has(name)) return value === 1 ? 't' : 'f'
    return String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  }
  const tables = Object.entries(rows).map(([table, some]) => {
    const names = Object.keys(some[0] ?? {})
    const lines = some.map((row) => names.map((name) => literal(name, row[name] ?? null)).join('\t'))
    return `COPY public.${table} (${names.join(', ')}) FROM stdin;\n${lines.join('\n')}\n\\.\n\n`
  })
  return `--\n-- PostgreSQL database dump\n--\nSET client_encoding = 'UTF8';\n\n${tables.join('')}--\n-- PostgreSQL database dump complete\n--\n`
}
