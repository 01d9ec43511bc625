# Computes the p-values of similar.json with the methods of docs/similar.md, from the raw answers and with other algorithms than the server:
# plain Python without packages. python3 make-similar.py > similar.json
import json, math, random

PEOPLE, ITEMS, OPTIONS = 120, 40, 4


def world():
    random.seed(34)
    questions = []
    for _ in range(ITEMS):
        key = random.randrange(OPTIONS)
        slopes = [math.exp(random.gauss(0, 0.3)) if k == key else random.gauss(-0.2, 0.35) for k in range(OPTIONS)]
        levels = [random.gauss(0.8, 0.8) if k == key else random.gauss(0, 0.6) for k in range(OPTIONS)]
        questions.append((key, slopes, levels))
    answers = []
    for _ in range(PEOPLE):
        theta = random.gauss(0, 1)
        row = []
        for key, slopes, levels in questions:
            if random.random() < 0.04:
                row.append('')
                continue
            weights = [math.exp(levels[k] + slopes[k] * theta) for k in range(OPTIONS)]
            row.append('ABCD'[random.choices(range(OPTIONS), weights)[0]])
        answers.append(row)
    for n, share in enumerate([0.8, 0.8, 0.5]):
        for item in random.sample(range(ITEMS), round(share * ITEMS)):
            answers[2 * n + 1][item] = answers[2 * n][item]
    departs = [person % 4 for person in range(PEOPLE)]
    return [key for key, _, _ in questions], answers, departs


NODES = [n / 4 for n in range(-24, 25)]
WEIGHTS = [math.exp(-x * x / 2) for x in NODES]
TOTAL = sum(WEIGHTS)
WEIGHTS = [w / TOTAL for w in WEIGHTS]


def logistic(x):
    return 1 / (1 + math.exp(-x)) if x > -30 else math.exp(x)


def abilities(right):
    """EM for the 2PL with ridges 200/n on a - 1 and 20/n on d; the mean of each posterior."""
    n = len(right)
    a, d = [1.0] * ITEMS, [0.0] * ITEMS
    for _ in range(4000):
        tables = [[logistic(a[j] * x + d[j]) for x in NODES] for j in range(ITEMS)]
        posts = []
        for row in right:
            mass = WEIGHTS[:]
            for j, r in enumerate(row):
                if r is None:
                    continue
                t = tables[j]
                mass = [m * p for m, p in zip(mass, t)] if r else [m * (1 - p) for m, p in zip(mass, t)]
            s = sum(mass)
            posts.append([m / s for m in mass])
        change = 0
        for j in range(ITEMS):
            counts, rights = [0.0] * len(NODES), [0.0] * len(NODES)
            for row, post in zip(right, posts):
                if row[j] is None:
                    continue
                for q, p in enumerate(post):
                    counts[q] += p
                    if row[j]:
                        rights[q] += p
            aj, dj = a[j], d[j]
            for _ in range(50):
                ga, gd, haa, had, hdd = 200 / n * (1 - aj), -20 / n * dj, 200 / n, 0.0, 20 / n
                for q, x in enumerate(NODES):
                    p = logistic(aj * x + dj)
                    off, w = rights[q] - counts[q] * p, counts[q] * p * (1 - p)
                    ga += off * x
                    gd += off
                    haa += w * x * x
                    had += w * x
                    hdd += w
                det = haa * hdd - had * had
                sa, sd = (hdd * ga - had * gd) / det, (haa * gd - had * ga) / det
                aj, dj = aj + sa, dj + sd
                if abs(sa) + abs(sd) < 1e-12:
                    break
            change = max(change, abs(aj - a[j]), abs(dj - d[j]))
            a[j], d[j] = aj, dj
        if change < 1e-9:
            break
    return [sum(p * x for p, x in zip(post, NODES)) for post in posts]


def solve(m, r):
    """Gauss elimination with pivots."""
    n = len(r)
    rows = [list(m[i]) + [r[i]] for i in range(n)]
    for i in range(n):
        top = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[top] = rows[top], rows[i]
        for k in range(i + 1, n):
            f = rows[k][i] / rows[i][i]
            for c in range(i, n + 1):
                rows[k][c] -= f * rows[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][c] * x[c] for c in range(i + 1, n))) / rows[i][i]
    return x


def softmax(w, t):
    z = [c[0] + c[1] * t + c[2] * t * t for c in w]
    top = max(z)
    e = [math.exp(v - top) for v in z]
    s = sum(e)
    return [v / s for v in e]


def logit(thetas, picks, size):
    """Multinomial logit in theta and its square with ridges 0.05, 1, 1."""
    ridge = [0.05, 1, 1]
    w = [[0.0, 0.0, 0.0] for _ in range(size)]
    for _ in range(200):
        n = 3 * size
        g = [-ridge[i % 3] * w[i // 3][i % 3] for i in range(n)]
        h = [[ridge[i % 3] if i == j else 0.0 for j in range(n)] for i in range(n)]
        for t, pick in zip(thetas, picks):
            if pick is None:
                continue
            p, x = softmax(w, t), [1, t, t * t]
            for i in range(n):
                k, f = divmod(i, 3)
                g[i] += ((1 if pick == k else 0) - p[k]) * x[f]
                for j in range(n):
                    l, e = divmod(j, 3)
                    h[i][j] += p[k] * ((1 if k == l else 0) - p[l]) * x[f] * x[e]
        step = solve(h, g)
        worst = max(abs(s) for s in step)
        scale = min(1, 1 / worst) if worst > 0 else 1
        for i in range(n):
            w[i // 3][i % 3] += scale * step[i]
        if worst < 1e-11:
            break
    return w


def main():
    keys, answers, departs = world()
    right = [[None if u == '' else u == 'ABCD'[keys[j]] for j, u in enumerate(row)] for row in answers]
    thetas = abilities(right)
    picks, chances = [[None] * ITEMS for _ in answers], [[None] * ITEMS for _ in answers]
    for j in range(ITEMS):
        given = [row[j] for row in answers]
        kept = sorted(c for c in set(given) if c != '' and given.count(c) >= 3)
        for person, u in enumerate(given):
            picks[person][j] = kept.index(u) if u in kept else None
        w = logit(thetas, [row[j] for row in picks], len(kept))
        rows = [softmax(w, t) for t in thetas]
        for depart in set(departs):
            members = [i for i in range(PEOPLE) if departs[i] == depart]
            seen = [i for i in members if picks[i][j] is not None]
            if len(members) < 15 or len(seen) < 15:
                continue
            factors = []
            for k in range(len(kept)):
                observed = sum(1 for i in seen if picks[i][j] == k)
                expected = sum(rows[i][k] for i in seen)
                s = 8 * expected / len(seen)
                factors.append((observed + s) / (expected + s))
            for i in members:
                new = [p * f for p, f in zip(rows[i], factors)]
                rows[i] = [v / sum(new) for v in new]
        for person in range(PEOPLE):
            chances[person][j] = rows[person]
    pairs = []
    for a in range(PEOPLE):
        for b in range(a + 1, PEOPLE):
            items = [j for j in range(ITEMS) if picks[a][j] is not None and picks[b][j] is not None]
            same = sum(1 for j in items if picks[a][j] == picks[b][j])
            tails, exacts = [], []
            for x, y in ((a, b), (b, a)):
                p = [chances[x][j][picks[y][j]] for j in items]
                z = (same - sum(p)) / math.sqrt(sum(v * (1 - v) for v in p))
                tails.append(math.erfc(z / math.sqrt(2)) / 2)
                dist = [1.0]
                for v in p:
                    dist = [(dist[k] * (1 - v) if k < len(dist) else 0) + (dist[k - 1] * v if k else 0) for k in range(len(dist) + 1)]
                exacts.append(sum(dist[same:]))
            p, exact = min(1, 2 * min(tails)), min(1, 2 * min(exacts))
            if p < 1e-3:
                pairs.append({'a': a, 'b': b, 'common': len(items), 'same': same, 'p': math.log10(p), 'exact': math.log10(exact)})
    print(json.dumps({
        'keys': ''.join('ABCD'[k] for k in keys),
        'answers': [''.join(u or '.' for u in row) for row in answers],
        'departs': departs,
        'pairs': pairs,
    }))


main()
