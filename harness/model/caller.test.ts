import { expect } from 'chai'
import { callerPlace, callerPlaces, hasCallerPlace, namesCaller, withCaller } from './caller.ts'

const JSON_BODY = JSON.stringify({ user_id: callerPlace(1), owner: callerPlace('a "b"') })

describe('the id of who sends a body', () => {
  it('is a number where the document has one, and a text elsewhere', () => {
    expect(withCaller(JSON_BODY, { id: '17' })).to.equal('{"user_id":17,"owner":"17"}')
    const form = new URLSearchParams({ user_id: callerPlace(1), owner: callerPlace('x') }).toString()
    expect(withCaller(form, { id: '17' })).to.equal('user_id=17&owner=17')
  })

  it('is the value of the document where it is not known, or cannot stand there', () => {
    const id = '0b3f9c1e-7e0c-4a51-9f3e-2d6f6f1f0c11'
    expect(withCaller(JSON.stringify({ user_id: callerPlace(4) }), { id })).to.equal('{"user_id":4}')
    expect(withCaller(JSON.stringify({ user_id: callerPlace('x') }), { id })).to.equal(`{"user_id":"${id}"}`)
    expect(withCaller(JSON.stringify({ user_id: callerPlace('x') }), { id: '"' })).to.equal('{"user_id":"x"}')
    expect(withCaller(JSON.stringify({ user_id: callerPlace('x') }), undefined)).to.equal('{"user_id":"x"}')
  })

  it('of a record of theirs stands where its parameter is named', () => {
    const target = `/runs?projectId=${callerPlace('x', 'projectId')}&user_id=${callerPlace(3)}`
    expect([...callerPlaces(target)]).to.deep.equal(['projectId', ''])
    expect(withCaller(target, { id: '17', records: { projectId: 'p-1' } })).to.equal('/runs?projectId=p-1&user_id=17')
    expect(withCaller(target)).to.equal('/runs?projectId=x&user_id=3')
    const body = JSON.stringify({ projectId: callerPlace(9, 'projectId') })
    expect(withCaller(body, { records: { projectId: '12' } })).to.equal('{"projectId":12}')
    expect(withCaller(body, { id: '4' })).to.equal('{"projectId":9}')
  })

  it('that is not known is written as the text around it is', () => {
    const raw = 'my "project"&x=1'
    expect(withCaller(`/runs?projectId=${callerPlace(raw, 'projectId')}`, {}, encodeURIComponent)).to.equal(
      `/runs?projectId=${encodeURIComponent(raw)}`,
    )
    expect(JSON.parse(withCaller(JSON.stringify({ projectId: callerPlace(raw, 'projectId') })))).to.deep.equal({
      projectId: raw,
    })
  })

  it('is asked for by a name that says whose a record is, and not by one of another user', () => {
    expect(['userid', 'owneruuid', 'createdby', 'authorid'].every((name) => namesCaller(name))).to.equal(true)
    expect(['id', 'recipientid', 'user', 'assigneeid', 'touserid'].some((name) => namesCaller(name))).to.equal(false)
    expect([hasCallerPlace(JSON_BODY), hasCallerPlace('{}'), hasCallerPlace(undefined)]).to.deep.equal([
      true,
      false,
      false,
    ])
  })
})
