import { expect } from 'chai'
import { z } from 'zod'
import { jsonSchemaOf } from '../schema/json-schema.ts'
import { ComponentSchemas } from './component-schemas.ts'

describe('schemas under components', () => {
  it('moves definitions there and lets references follow, once for every use', () => {
    const schemas = new ComponentSchemas({})
    const schema = {
      $defs: { Owner: { type: 'object', properties: { pet: { $ref: '#/$defs/Pet' } } }, Pet: { type: 'string' } },
      type: 'array',
      items: { $ref: '#/$defs/Owner' },
    }
    const embedded = { type: 'array', items: { $ref: '#/components/schemas/Owner' } }
    expect([schemas.embed(schema), schemas.embed(structuredClone(schema))]).to.deep.equal([embedded, embedded])
    expect(schemas.all()).to.deep.equal({
      Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Pet' } } },
      Pet: { type: 'string' },
    })
  })

  it('distinguishes definitions that share a name, our own included', () => {
    const schemas = new ComponentSchemas({ Error: { type: 'object' } })
    const first = schemas.embed({ $defs: { Error: { type: 'string' } }, $ref: '#/$defs/Error' })
    const second = schemas.embed({ $defs: { Error: { type: 'number' } }, $ref: '#/$defs/Error' })
    expect([first, second]).to.deep.equal([
      { $ref: '#/components/schemas/Error2' },
      { $ref: '#/components/schemas/Error3' },
    ])
    expect(schemas.all()).not.to.have.property('Error')
    schemas.use('Error')
    expect(schemas.all().Error).to.deep.equal({ type: 'object' })
  })

  it('gives a recursive schema a name, since the root of a document is not the root of a schema', () => {
    const schemas = new ComponentSchemas({})
    const node = { title: 'Tree', type: 'object', properties: { left: { $ref: '#' } } }
    expect(schemas.embed(node)).to.deep.equal({ $ref: '#/components/schemas/Tree' })
    expect(schemas.all()).to.deep.equal({
      Tree: { title: 'Tree', type: 'object', properties: { left: { $ref: '#/components/schemas/Tree' } } },
    })
  })

  it('takes the recursive schemas of a validator', () => {
    const Pet = z.object({
      name: z.string(),
      get children() {
        return z.array(Pet)
      },
    })
    const schemas = new ComponentSchemas({})
    const embedded = schemas.embed(jsonSchemaOf(z.object({ pets: z.array(Pet) }), 'output'))
    expect(JSON.stringify([embedded, schemas.all()])).not.to.match(/"#"|#\/\$defs|"\$defs"/)
  })

  it('escapes names for pointers, and for components', () => {
    const schemas = new ComponentSchemas({})
    const schema = { $defs: { 'a/b~c': { type: 'string' } }, $ref: '#/$defs/a~1b~0c' }
    expect(schemas.embed(schema)).to.deep.equal({ $ref: '#/components/schemas/a_b_c' })
  })
})
