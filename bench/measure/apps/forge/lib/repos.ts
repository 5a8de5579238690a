export interface Repo {
  readonly owner: string
  readonly name: string
  readonly isPrivate: boolean
}

const repos = new Map<string, Repo>()
const issues = new Map<string, string[]>()

export function addRepo(repo: Repo): Repo {
  repos.set(`${repo.owner}/${repo.name}`, repo)
  return repo
}

addRepo({ owner: 'mona', name: 'octo', isPrivate: false })
addRepo({ owner: 'mona', name: 'diary', isPrivate: true })

export function findRepo(owner: string, name: string): Repo | undefined {
  return repos.get(`${owner}/${name}`)
}

export function removeRepo(owner: string, name: string): void {
  repos.delete(`${owner}/${name}`)
}

export function listRepos(owner: string): readonly Repo[] {
  return [...repos.values()].filter((repo) => repo.owner === owner).slice(0, 30)
}

export function addIssue(repo: string, author: string, title: string): number {
  const list = issues.get(repo) ?? []
  list.push(`${author}: ${title}`)
  issues.set(repo, list)
  return list.length
}
